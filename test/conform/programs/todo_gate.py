#!/usr/bin/env python3
"""A todo gate as many hook collections have it: one shared state file, and a stop that is held while work is open."""
import json
import os
import sys
from pathlib import Path

STATE = Path(os.environ.get("CLAUDE_PROJECT_DIR", ".")) / ".claude" / "todo_state.json"


def load():
    return json.loads(STATE.read_text()) if STATE.exists() else {"todos": []}


def save(state):
    STATE.parent.mkdir(parents=True, exist_ok=True)
    STATE.write_text(json.dumps(state))


def main():
    data = json.load(sys.stdin)
    event = data["hook_event_name"]
    state = load()
    if event == "PostToolUse" and data["tool_name"] == "TodoWrite":
        state["todos"] = data["tool_input"]["todos"]
    state["last"] = {"event": event, "session": data["session_id"], "prompt": data.get("prompt")}
    save(state)
    if event == "SessionStart":
        print(f"You have {len(state['todos'])} todos.")
    elif event == "Stop":
        active = [t for t in state["todos"] if t["status"] == "in_progress"]
        if active:
            print(json.dumps({"decision": "block", "reason": f"{len(active)} todos are in progress"}))
    else:
        print(json.dumps({"decision": "allow", "suppressOutput": True}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
