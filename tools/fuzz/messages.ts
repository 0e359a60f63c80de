import type { FindingKind } from './finding.ts';

export interface WorkerOrder {
  target: string;
  seed: number;
  seconds: number;
  /** Without the corpus of the repository. */
  fromEmpty: boolean;
  /** The corpus is written anew, with what was found besides. */
  keeps: boolean;
  /** Only this input is checked; one character per byte. */
  input: string | null;
  /** The input under way, and two numbers: its length, and how many there were. */
  current: SharedArrayBuffer;
  state: SharedArrayBuffer;
}

export interface ReportedFinding {
  kind: FindingKind;
  detail: string;
  stack: string;
  /** One character per byte. */
  input: string;
}

export interface RunResult {
  executions: number;
  /** Places in the code that were reached. */
  edges: number;
  corpus: number;
  findings: number;
  workChecks: number;
  paddings: number;
  seconds: number;
}

export type FromWorker = ({ type: 'finding' } & ReportedFinding) | ({ type: 'done' } & RunResult);
