import { type GuardedAnswer, type GuardedFailure, PERMANENT_FAILURES } from '@palisade/nest-kit';

/** Outcome of an attempt. */
export type AttemptResult =
  | { kind: 'answered'; answer: GuardedAnswer; durationMs: number }
  | { kind: 'failed'; code: GuardedFailure | 'secrets_unreadable' | 'internal'; durationMs: number };

/** Consequence of an outcome. */
export type AttemptVerdict =
  | { next: 'delivered' }
  | { next: 'failed'; error: string; channelIsGone?: true }
  | { next: 'retry'; error: string; afterMs: number };

/** Delays after the first, second … attempt, in units of the first: with 5 s the retries last about four hours. */
const PAUSES = [1, 6, 24, 120, 360, 720, 1440] as const;
/** Upper bound for a server's Retry-After. */
const MAX_PAUSE_MS = 4 * 3_600_000;
/** 410 Gone: Standard Webhooks and the chat services answer so for a webhook that was removed. */
const GONE = 410;
/** @param attempts number of attempts, including this one */
export function verdictOf(result: AttemptResult, attempts: number, firstPauseMs: number): AttemptVerdict {
  if (result.kind === 'failed') {
    const { code } = result;
    return PERMANENT_FAILURES.has(code)
      ? { next: 'failed', error: code }
      : again(code, attempts, firstPauseMs, 0);
  }
  const { status, retryAfter } = result.answer;
  if (status >= 200 && status < 300) return { next: 'delivered' };
  if (status === GONE) return { next: 'failed', error: 'gone', channelIsGone: true };
  const error = status >= 300 && status < 400 ? 'redirect_not_followed' : 'refused';
  return again(error, attempts, firstPauseMs, secondsOf(retryAfter) * 1000);
}

function again(error: string, attempts: number, firstPauseMs: number, askedMs: number): AttemptVerdict {
  const factor = PAUSES[attempts - 1];
  if (factor === undefined) return { next: 'failed', error };
  return { next: 'retry', error, afterMs: Math.min(Math.max(firstPauseMs * factor, askedMs), MAX_PAUSE_MS) };
}

const secondsOf = (retryAfter: string | undefined): number =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 0;
