// How an answer of the API is written down: by its method and path, held to the type that the API's description gives it.
import type { Problem } from '../../src/shared/api/openapi.gen.ts';
import type { ApiResponses } from '../../src/testing/api-responses.gen.ts';

/** A call of the API as its description names it: `GET /api/domains/{id}/waf-config`. */
export type Operation = keyof ApiResponses;

/** What calls are answered with that succeed. */
export type Bodies = { [O in Operation]?: ApiResponses[O] };

/** An answer; `'never'` for one that stays away. */
export type Reply = { status: number; body: unknown } | 'never';

/** What single calls are answered with, instead of the canned answers. */
export type Replies = { [O in Operation]?: Reply };

export function reply<O extends Operation>(operation: O, body: ApiResponses[O], status = 200): Replies {
  return { [operation]: { status, body } };
}

export function refuse(operation: Operation, status: number, problem: Partial<Problem> = {}): Replies {
  return { [operation]: { status, body: problem } };
}

/** The calls fail as they do while a service is broken. */
export const failing = (...operations: Operation[]): Replies =>
  Object.assign({}, ...operations.map((operation) => refuse(operation, 500)));

/** The calls are still on their way. */
export const loading = (...operations: Operation[]): Replies =>
  Object.fromEntries(operations.map((operation) => [operation, 'never']));
