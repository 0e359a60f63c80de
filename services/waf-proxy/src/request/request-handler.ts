import type { RequestContext } from './request-context.ts';

/** Answers the requests that the servers read. */
export interface RequestHandler {
  /** A request has come; its answer goes through `context.reply`. */
  begin(context: RequestContext): void;
  /** The exchange is over: the response has been sent, or the client is gone. Called once for each request. */
  ended(context: RequestContext, clientLeft: boolean): void;
}
