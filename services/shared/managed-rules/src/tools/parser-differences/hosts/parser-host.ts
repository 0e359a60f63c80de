import type { RequestCase } from '../request-case.ts';

/** A parser that has not answered by then hangs, which is a finding of its own. */
export const TIMEOUT_MS = 300_000;

/** What each parser handed over; parsers that refused the request are left out. */
export type Readings = Readonly<Record<string, readonly string[]>>;

/** A language with its parsers, in a process of its own. */
export interface ParserHost {
  readonly name: string;
  /** Of the language and each package. */
  readonly versions: Readonly<Record<string, string>>;
  /** Answers in the order of the cases. */
  read(cases: readonly RequestCase[]): Promise<readonly Readings[]>;
  close(): void;
}
