import { AsyncLocalStorage } from 'node:async_hooks';

/** More is kept nowhere. */
export const MAX_USER_AGENT = 512;

export interface RequestScope {
  requestId: string;
  /** The User-Agent, at most `MAX_USER_AGENT` characters; empty without one. */
  userAgent: string;
}

/** What every log line and outgoing call of one request shares. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
