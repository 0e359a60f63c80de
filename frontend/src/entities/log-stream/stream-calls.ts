import type { LogStream, LogStreamFilter, LogStreamTest, LogStreamUpdate } from '../../shared/api/types.ts';

/** A new stream; the domain is the name of one of the account's, and absent for the operator's, which are of all. */
export interface NewStream {
  domain: string;
  name: string;
  kind: LogStream['kind'];
  target: Record<string, string>;
  format: LogStream['format'];
  filter: LogStreamFilter;
  sample_percent: number;
}

/** Calls of a list of streams: the same for owners and the operator, with different endpoints. */
export interface StreamCalls {
  create: (stream: NewStream) => Promise<{ secret: string | null }>;
  update: (id: string, change: LogStreamUpdate) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  test: (id: string) => Promise<LogStreamTest>;
  rotate: (id: string) => Promise<{ secret: string | null }>;
}
