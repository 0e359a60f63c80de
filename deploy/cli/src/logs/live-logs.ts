import { backoff } from '@palisade/basics';
import { CommandError } from '@palisade/command-line';
import { type Api, ApiRefusal } from '../base/api.ts';
import type { LogEntry } from './log-entry.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** Of refusals these alone may be over soon. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface LiveLogs {
  /** Of the first event, which tells from where on entries come. */
  isBeginning: boolean;
  /** The oldest first. */
  logs: LogEntry[];
  gap: boolean;
}

/**
 * Entries of the log as they come, over as many connections as it takes.
 * @throws what no other try would change: a key that has ended, a site that is gone; and whatever fails before the first event
 */
export async function* liveLogs(
  api: Pick<Api, 'events'>,
  query: Record<string, string>,
  { wait, note }: { wait: (ms: number) => Promise<unknown>; note: (text: string) => void },
): AsyncGenerator<LiveLogs> {
  const address = `/api/dashboard/logs/live?${new URLSearchParams(query)}`;
  let lastId: string | undefined;
  let failures = 0;
  for (;;) {
    try {
      for await (const { id, event, data } of api.events(address, lastId)) {
        if (event !== 'logs') continue;
        const isBeginning = lastId === undefined;
        lastId = id;
        failures = 0;
        yield { ...(JSON.parse(data) as Omit<LiveLogs, 'isBeginning'>), isBeginning };
      }
    } catch (error) {
      if (lastId === undefined || (error instanceof ApiRefusal && !PASSING.has(error.problem.status)))
        throw error;
      // What is no sentence of ours is the network's, in the middle of an answer.
      note(
        `${error instanceof CommandError ? error.message : 'The connection broke off.'} It is tried again.`,
      );
    }
    await wait(backoff(++failures, FIRST_WAIT_MS, MAX_WAIT_MS));
  }
}
