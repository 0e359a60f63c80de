export const MAX_PATH = 200;

/**
 * JavaScript that finds, in a call frame's scope, the request being processed: phases have it as `context`, the rules'
 * slices as `taker.request`. It costs requests nothing, since nothing has to be recorded; it reads a RequestContext,
 * and neither queries nor headers nor bodies leave the process.
 */
export const requestInFrame = (maxPath: number): string => `(() => {
  const found = [
    typeof context === 'undefined' ? null : context,
    typeof taker === 'undefined' ? null : taker?.request,
  ].find((one) => typeof one?.requestId === 'string' && typeof one.rawTarget === 'string');
  if (found === undefined) return null;
  return {
    requestId: found.requestId,
    method: found.method,
    siteId: found.site?.siteId ?? null,
    path: found.rawTarget.split('?', 1)[0].slice(0, ${maxPath}),
  };
})()`;
