import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  requestId: string;
}

/** What every log line and outgoing call of one request shares. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
