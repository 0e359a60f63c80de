import type { SiteHeaders } from './header-changes.ts';

/** What an owner's rules change in a request to the origin and in its response. */
export interface RequestChanges {
  /** The target that the origin is asked for; null: the client's. */
  readonly target: string | null;
  /** In the order in which they are applied. */
  readonly headers: readonly SiteHeaders[];
}

export const NO_CHANGES: RequestChanges = Object.freeze({ target: null, headers: Object.freeze([]) });

/** Whether the origin sees headers that the client did not send, so that its answer must not be cached for others. */
export const changesRequestHeaders = (changes: RequestChanges | null): boolean =>
  changes?.headers.some(({ request }) => request !== null) === true;
