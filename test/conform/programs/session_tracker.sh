#!/bin/bash
# A session tracker as many hook collections have it: a log in the temporary folder, a warning printed at the stop, and a
# heartbeat that goes on in the background.
input=$(cat)
event=$(printf '%s' "$input" | python3 -c 'import json,sys; print(json.load(sys.stdin)["hook_event_name"])') || exit 1
session=$(printf '%s' "$input" | python3 -c 'import json,sys; print(json.load(sys.stdin)["session_id"])') || exit 1
log="${TMPDIR:-/tmp}/claude-sessions.log"

echo "$(date +%s) $session $event $input" >> "$log"

case "$event" in
  SessionStart)
    mkdir -p "$HOME/.claude/sessions"
    echo "$input" > "$HOME/.claude/sessions/$session.json"
    (while sleep 60; do touch "$HOME/.claude/sessions/$session.json"; done) > /dev/null 2>&1 &
    ;;
  Stop)
    echo "Warning: set a status with 'session status <text>'"
    ;;
esac
exit 0
