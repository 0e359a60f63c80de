import type { PageValues } from './own-pages.ts';
import type { RequestContext } from './request-context.ts';

/** What an owner's page may show of a request. */
export const pageValues = (context: RequestContext, status: number): PageValues => ({
  request_id: context.requestId,
  site: context.head.host,
  status: String(status),
  time: new Date(context.receivedAtMs).toISOString(),
});
