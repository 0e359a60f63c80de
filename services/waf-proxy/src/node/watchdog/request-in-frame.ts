export const MAX_PATH = 200;

/**
 * JavaScript that tells, in the scope of a call, which request it works for: phases have it as `context`, turns of the
 * rules as `taker.request`. It costs requests nothing, as nobody has to write down what is being worked on; what it
 * reads is a RequestContext, and neither queries nor headers nor bodies leave the process.
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
