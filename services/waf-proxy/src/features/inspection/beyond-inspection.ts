import type { Interruption, SlicedTransaction } from '@palisade/waf-engine';
import type { PhaseResult, Verdict } from '../../request/verdict.ts';
import { beginTransaction, engineFailed, stopped } from './engine.ts';
import type { FormWindows } from './form-windows.ts';
import { whenAnswered } from './in-turns.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

/** Stands for the uninspected part, for rules that check whether there is a body. */
const SAMPLE_BYTES = 1_024;

/** The cut part of a form, which the site may want refused. Null: the content of a file, which may pass. */
export function whatGoesOn(
  { site }: InspectedRequest,
  windows: FormWindows,
  inspectedBytes: number,
): 'body' | 'file' | null {
  if (!windows.inFile) return 'body';
  return site!.refusesLongFiles && inspectedBytes >= site!.inspectedUploadBytes ? 'file' : null;
}

/**
 * More of a body, or of a file in it, comes than the site has inspected. The rules say what becomes of it, so that the record
 * names the one that refused it and the site's exclusions hold. Null: it goes on.
 */
export function judgeRest(
  context: InspectedRequest,
  edge: InspectionServices,
  what: 'body' | 'file',
): PhaseResult {
  try {
    const transaction = beginTransaction(context, context.site!.rules!);
    const settled = (answer: Interruption | null): Verdict | null => settle(context, transaction, answer);
    const headers = transaction.requestHeaders(context.rawHeaders);
    return whenAnswered(context, edge, transaction, headers, (interruption) => {
      if (interruption !== null) return settled(interruption);
      const [sample] = context.heldBody;
      if (sample !== undefined) transaction.requestBodyChunk(sample.subarray(0, SAMPLE_BYTES));
      transaction.requestBodyGoesOn(what);
      return whenAnswered(context, edge, transaction, transaction.requestBody(), settled);
    });
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}

function settle(
  context: InspectedRequest,
  transaction: SlicedTransaction,
  answer: Interruption | null,
): Verdict | null {
  const verdict = answer === null ? null : stopped(context, answer);
  if (verdict === null && transaction.audit().wouldInterrupt === null) {
    transaction.logging();
    return null;
  }
  context.transaction?.logging();
  context.transaction = transaction;
  if (verdict === null) context.wouldRefuse('body_too_large');
  return verdict;
}
