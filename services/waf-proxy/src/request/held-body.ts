import type { RequestContext } from './request-context.ts';

/** Releases the body held for a request; called once, when it was sent to the origin or discarded. */
export function releaseHeldBody(request: RequestContext): void {
  const { bodyKeeper } = request;
  if (bodyKeeper !== null) {
    request.bodyKeeper = null;
    bodyKeeper.take(request);
  }
  request.hold?.release();
  request.hold = null;
  request.heldBytes = 0;
  request.heldBody = [];
}
