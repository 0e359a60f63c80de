import type { Interruption, Transaction } from '@palisade/waf-engine';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import type { PhaseResult, Verdict } from '../verdict.ts';
import { EdgeAction } from '../verdict.ts';

/** Bytes of bodies that all requests of a worker may hold back for inspection at the same time. */
const HELD_BYTES_PER_WORKER = 256 * 1024 * 1024;
let heldInWorker = 0;

/**
 * Phase 5: SecLang phases 1 and 2. The body is fed to the engine as it arrives and held back until the verdict, up to
 * the rule set's limit; what lies beyond it streams on after the verdict (or is refused, as the rule set says).
 */
export function inspectRequest(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (site.rules === null || (context.allowListed && site.allowedSkipRules)) return null;
  try {
    const { connection } = context;
    const transaction = site.rules.beginTransaction({
      id: context.requestId,
      clientAddress: context.client.text,
      clientPort: connection.remotePort,
      serverAddress: connection.localAddress,
      serverPort: connection.localPort,
    });
    context.transaction = transaction;
    transaction.requestLine(context.method, context.rawTarget, context.protocol);
    const interruption = transaction.requestHeaders(context.rawHeaders);
    if (interruption !== null) return stopped(context, interruption);
    if (context.body === null || !transaction.wantsRequestBody()) {
      return context.body === null ? judgeBody(context, edge, transaction) : null;
    }
    return receiveBody(context, edge, transaction);
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}

function receiveBody(context: RequestContext, edge: Edge, transaction: Transaction): Promise<Verdict | null> {
  const limits = context.site!.rules!.ruleSet.bodyLimits;
  const body = context.body!;
  context.sendContinue?.();
  context.sendContinue = null;
  context.bodyStarted = true;
  return new Promise((resolve) => {
    let settled = false;
    const settle = (verdict: Verdict | null) => {
      if (settled) return;
      settled = true;
      context.onClientLeft = null;
      if (!context.bodyComplete) body.pause();
      resolve(verdict);
    };
    context.onClientLeft = () =>
      settle({ status: 0, action: context.action, reason: 'client_left', drop: true });
    body.start({
      onChunk(chunk) {
        if (!hold(context, chunk)) {
          settle({ status: 503, action: EdgeAction.REJECT, reason: 'overloaded', close: true });
          return;
        }
        if (settled) {
          body.pause();
          return;
        }
        try {
          const interruption = transaction.requestBodyChunk(chunk);
          if (interruption !== null) settle(tooLarge(context, interruption));
          else if (context.heldBytes >= limits.requestBody) settle(judgeBody(context, edge, transaction));
        } catch (error) {
          settle(engineFailed(context, edge, error));
        }
      },
      onEnd(trailers) {
        context.bodyComplete = true;
        context.bodyTrailers = trailers;
        settle(judgeBody(context, edge, transaction));
      },
    });
  });
}

/** Keeps a chunk for forwarding; false when the worker holds too much already. */
function hold(context: RequestContext, chunk: Buffer): boolean {
  if (heldInWorker + chunk.length > HELD_BYTES_PER_WORKER) return false;
  heldInWorker += chunk.length;
  context.heldBytes += chunk.length;
  context.requestBytes += chunk.length;
  context.heldBody.push(chunk);
  return true;
}

/** Called once per request when its held bytes have gone to the origin, or nowhere. */
export function releaseHeldBody(context: RequestContext): void {
  heldInWorker -= context.heldBytes;
  context.heldBytes = 0;
  context.heldBody = [];
}

function judgeBody(context: RequestContext, edge: Edge, transaction: Transaction): Verdict | null {
  try {
    const interruption = transaction.requestBody();
    return interruption === null ? null : stopped(context, interruption);
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}

/** What an interruption means at the edge. `allow` ends inspection, not the request. */
export function stopped(context: RequestContext, interruption: Interruption): Verdict | null {
  context.interruption = interruption;
  switch (interruption.action) {
    case 'allow':
      return null;
    case 'drop':
      return { status: 0, action: EdgeAction.BLOCK, reason: 'rule', drop: true };
    case 'redirect':
      return {
        status: interruption.status,
        action: EdgeAction.BLOCK,
        reason: 'rule',
        ...(interruption.location === undefined ? {} : { location: interruption.location }),
      };
    case 'deny':
      return { status: interruption.status, action: EdgeAction.BLOCK, reason: 'rule' };
  }
}

function tooLarge(context: RequestContext, interruption: Interruption): Verdict | null {
  const verdict = stopped(context, interruption);
  return verdict === null ? null : { ...verdict, reason: 'body_too_large', close: true };
}

/** The rule engine threw: the site's owner has decided whether that lets the request pass. Counted either way. */
export function engineFailed(context: RequestContext, edge: Edge, error: unknown): Verdict | null {
  edge.counters.engineFailures += 1;
  context.engineFailed = true;
  context.transaction = null;
  edge.reportFault('engine_failure', context, error);
  if (!context.site!.failClosed || context.site!.mode !== 'On') return null;
  return { status: 503, action: EdgeAction.REJECT, reason: 'engine_failure' };
}
