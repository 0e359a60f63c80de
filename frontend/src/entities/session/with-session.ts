import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { Problem } from '../../shared/lib/problem.ts';
import { type Renewal, renewSession, type SessionStore, sessionOf } from './renew-session.ts';
import { endsSession, needsRenewal } from './session-problems.ts';
import { sessionEnded } from './session-slice.ts';

export interface SessionCall<T> {
  /** Sends it with a token, or without where nobody is signed in. */
  send: (token: string | null) => Promise<T>;
  /** The error of a response; `null`: none. */
  problemOf: (answer: T) => Problem | null;
  /** The result where the token has expired and the server was unavailable for renewal. */
  failed: (error: FetchBaseQueryError) => T;
}

/**
 * Makes a call in the user's name. A token that is about to run out is renewed before, one that has is renewed after
 * the refusal, and the call goes out once more. What the server refuses for good ends the session.
 */
export async function withSession<T>(store: SessionStore, call: SessionCall<T>): Promise<T> {
  // As it was when the call was made: the one that ends the session at the server outlives it here.
  const { token, renewAt } = sessionOf(store);
  if (token === null) return call.send(null);
  const due = renewAt !== null && Date.now() >= renewAt;
  const used = due ? tokenAfter(await renewSession(store, token), token) : token;
  const answer = await call.send(used);
  const problem = call.problemOf(answer);
  if (problem === null || !endsSession(problem)) return answer;
  const renewal = await renewSession(store, used, needsRenewal(problem));
  switch (renewal.kind) {
    case 'renewed':
      return endIfRefused(store, call, renewal.token);
    case 'failed':
      return call.failed(renewal.error);
    case 'refused':
      end(store, used);
      return answer;
    case 'taken_over':
      return answer;
  }
}

const tokenAfter = (renewal: Renewal, before: string): string =>
  renewal.kind === 'renewed' ? renewal.token : before;

async function endIfRefused<T>(store: SessionStore, call: SessionCall<T>, token: string): Promise<T> {
  const answer = await call.send(token);
  const problem = call.problemOf(answer);
  if (problem !== null && endsSession(problem)) end(store, token);
  return answer;
}

/** A late answer to an old token must not end the session that followed it. */
function end(store: SessionStore, token: string): void {
  if (sessionOf(store).token === token) store.dispatch(sessionEnded());
}
