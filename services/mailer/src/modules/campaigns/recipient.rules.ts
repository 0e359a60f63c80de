import { backoff } from '@palisade/basics';
import type { Outcome } from '../delivery/outcome.types.ts';

const MAX_ATTEMPTS = 6;
/** Failures of servers cost no attempt; but a mail that breaks every server is not tried for ever. */
const MAX_SERVER_FAILURES = 30;
const MAX_PAUSE_MS = 15 * 60_000;
/** The server is put to rest elsewhere. */
const MAX_PAUSE_FOR_SERVER_MS = 60_000;

/** Number of attempts so far; `attempts` includes the one with this outcome. */
export interface Tries {
  attempts: number;
  server_failures: number;
}

export interface RecipientState {
  status: 'sent' | 'unknown' | 'failed' | 'pending';
  reason: string | null;
  attempts: number;
  serverFailures: number;
  /** Until the next attempt, where there is one. */
  pauseMs: number;
}

/**
 * The next state of a campaign's recipient after an attempt.
 * @param retryDelayMs before the first retry; doubled with each further one
 */
export function recipientAfter(tries: Tries, outcome: Outcome, retryDelayMs: number): RecipientState {
  const byServer = outcome.kind === 'server_failed';
  const attempts = tries.attempts - (byServer ? 1 : 0);
  const serverFailures = tries.server_failures + (byServer ? 1 : 0);
  const isOver = byServer ? serverFailures >= MAX_SERVER_FAILURES : attempts >= MAX_ATTEMPTS;
  const pauseMs = backoff(
    byServer ? serverFailures : attempts,
    retryDelayMs,
    byServer ? MAX_PAUSE_FOR_SERVER_MS : MAX_PAUSE_MS,
  );
  const counts = { attempts, serverFailures, pauseMs };
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', reason: null, ...counts };
    case 'unknown':
      // Final as well: a recipient who may have received the mail is not sent it again unless an administrator decides
      // so.
      return { status: 'unknown', reason: outcome.reason, ...counts };
    case 'refused':
      return { status: 'failed', reason: outcome.reason, ...counts };
    case 'deferred':
    case 'server_failed':
      return { status: isOver ? 'failed' : 'pending', reason: outcome.reason, ...counts };
  }
}
