import type { RequestContext } from './request-context.ts';

/** Called once per request when its held bytes have gone to the origin, or nowhere. */
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
