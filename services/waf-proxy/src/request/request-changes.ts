import type { SiteHeaders } from './header-changes.ts';

/** What rules of the owner change of a request on its way to the origin, and of its answer. */
export interface RequestChanges {
  /** What the origin is asked for; null: what the client asked for. */
  readonly target: string | null;
  /** In the order in which they are applied. */
  readonly headers: readonly SiteHeaders[];
}

export const NO_CHANGES: RequestChanges = Object.freeze({ target: null, headers: Object.freeze([]) });

/** The origin is told something that does not stand in the client's request: its answer may not be everybody's. */
export const changesRequestHeaders = (changes: RequestChanges | null): boolean =>
  changes?.headers.some(({ request }) => request !== null) === true;
