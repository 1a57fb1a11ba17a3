#!/bin/bash
# A guard as many hook collections have it: jq, a pattern, exit code 2.
input=$(cat)
tool=$(echo "$input" | jq -r '.tool_name // empty')
command=$(echo "$input" | jq -r '.tool_input.command // empty')

if [[ "$tool" == "Bash" ]]; then
  if echo "$command" | grep -qE 'rm -rf|git push .*--force|git reset --hard'; then
    echo "BLOCKED: dangerous command: $command" >&2
    exit 2
  fi
fi

exit 0
