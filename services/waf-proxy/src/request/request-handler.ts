import type { RequestContext } from './request-context.ts';

/** Answers the requests that the servers read. */
export interface RequestHandler {
  /** Begins a request; the answer goes through `context.reply`. */
  begin(context: RequestContext): void;
  /** The exchange is over: the response was sent or the client left. Called once per request. */
  ended(context: RequestContext, clientLeft: boolean): void;
}
