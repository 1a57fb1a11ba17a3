// All processes of this machine, the folders they work in and the ports they use: from /proc on Linux, else from `ps`
// and `lsof`.
import { procList } from './process-list-proc.ts';
import { psList } from './process-list-ps.ts';

export interface ListedProcess {
  pid: number;
  parent: number;
  /** The name as the kernel keeps it; Linux cuts it after 15 characters. */
  name: string;
  /** The command line. `ps` does not show where an argument ends, so its line is split at blanks. */
  args: readonly string[];
  user: number;
}

/** Ports that a process uses. `listening`: only sockets that wait for connections. */
export interface PortQuery {
  from: number;
  to: number;
  listening: boolean;
}

/** The remaining time for a lookup in ms; zero or less when it is over. */
export type TimeLeft = () => number;

/** What could not be found out in time is undefined, or missing in the map. */
export interface ProcessList {
  all(timeLeft: TimeLeft): ListedProcess[] | undefined;
  /** The pids of processes with a socket that a query describes. */
  usingPorts(queries: readonly PortQuery[], timeLeft: TimeLeft): number[] | undefined;
  /** The working directory of each process; those that we may not see are missing. */
  folders(pids: readonly number[], timeLeft: TimeLeft): Map<number, string>;
  /** A variable of the process; undefined if it is not set or may not be read. */
  variable(pid: number, name: string): string | undefined;
}

export const processList: ProcessList = process.platform === 'linux' ? procList : psList;
