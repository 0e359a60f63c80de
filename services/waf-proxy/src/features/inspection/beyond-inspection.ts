import { type PhaseAnswer, UNFINISHED } from '@palisade/waf-engine';
import type { Verdict } from '../../request/verdict.ts';
import { beginTransaction, engineFailed, stopped } from './engine.ts';
import type { FormWindows } from './form-windows.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

/** Something of what would go on unseen, for rules that look whether there is a body at all. */
const SAMPLE_BYTES = 1_024;

/** What of a form that is cut here the site may want refused. Null: a file that may go on. */
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
): Verdict | null {
  try {
    const transaction = beginTransaction(context, context.site!.rules!);
    const finished = (first: PhaseAnswer) => {
      let answer = first;
      while (answer === UNFINISHED) answer = transaction.resume();
      return answer;
    };
    let answer = finished(transaction.requestHeaders(context.rawHeaders));
    if (answer === null) {
      const [sample] = context.heldBody;
      if (sample !== undefined) transaction.requestBodyChunk(sample.subarray(0, SAMPLE_BYTES));
      transaction.requestBodyGoesOn(what);
      answer = finished(transaction.requestBody());
    }
    const verdict = answer === null ? null : stopped(context, answer);
    if (verdict === null && transaction.audit().wouldInterrupt === null) {
      transaction.logging();
      return null;
    }
    context.transaction?.logging();
    context.transaction = transaction;
    if (verdict === null) context.wouldRefuse('body_too_large');
    return verdict;
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}
