import {
  type Interruption,
  type SiteRuleSet,
  type SlicedTransaction,
  STEPS_PER_SLICE,
} from '@palisade/waf-engine';
import { EdgeAction, type Verdict } from '../../request/verdict.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

const CONTENT_TOO_LARGE = 413;

/** With the request line; the header phase comes next. */
export function beginTransaction(context: InspectedRequest, rules: SiteRuleSet): SlicedTransaction {
  const { connection } = context;
  const transaction = rules.beginSlicedTransaction(
    {
      id: context.requestId,
      clientAddress: context.client.text,
      clientPort: connection.remotePort,
      serverAddress: connection.localAddress,
      serverPort: connection.localPort,
    },
    STEPS_PER_SLICE,
  );
  transaction.requestLine(context.method, context.rawTarget, context.protocol);
  return transaction;
}

export function stopped(context: InspectedRequest, interruption: Interruption): Verdict | null {
  context.interruption = interruption;
  return verdictOn(interruption);
}

/** What an interruption means at the edge. `allow` ends inspection, not the request. */
export function verdictOn(interruption: Interruption): Verdict | null {
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
      // No attack: more than a body may have.
      if (interruption.status === CONTENT_TOO_LARGE)
        return {
          status: interruption.status,
          action: EdgeAction.REJECT,
          reason: 'body_too_large',
          close: true,
        };
      return { status: interruption.status, action: EdgeAction.BLOCK, reason: 'rule' };
  }
}

export function tooLarge(context: InspectedRequest, interruption: Interruption): Verdict | null {
  const verdict = stopped(context, interruption);
  return verdict === null ? null : { ...verdict, reason: 'body_too_large', close: true };
}

/** The rule engine threw: the site's owner has decided whether that lets the request pass. Counted either way. */
export function engineFailed(
  context: InspectedRequest,
  edge: InspectionServices,
  error: unknown,
): Verdict | null {
  edge.counters.engineFailures++;
  context.engineFailed = true;
  context.transaction = null;
  edge.reportFault('engine_failure', context, error);
  if (!context.site!.failClosed || context.site!.mode !== 'On') return null;
  return { status: 503, action: EdgeAction.REJECT, reason: 'engine_failure' };
}
