// Rows that the team store returns and that the dashboard's page shows too. Only types.

export interface MachineRow {
  machine: string;
  machine_id: string;
  person: string;
  seen_at: number;
  open: number;
  waiting: number;
}

export interface BoardRow {
  machine: string;
  machine_id: string;
  machine_seen_at: number;
  person: string;
  session_id: string;
  state: string;
  repository: string;
  role: string | null;
  mode: string | null;
  branch: string | null;
  model: string | null;
  since: number;
  started_at: number;
  last_seen_at: number;
  why: string | null;
  status_text: string | null;
  last_prompt: string | null;
  last_words: string | null;
  /** False if its owner does not let this person read the texts. */
  readable: boolean;
}
