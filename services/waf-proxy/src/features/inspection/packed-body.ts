import type { SlicedTransaction } from '@palisade/waf-engine';
import { valuesOf } from '../../http/header-lines.ts';
import { OVERLOADED } from '../../request/shed-request.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { judgeRest } from './beyond-inspection.ts';
import { type InflateFault, inflateBody } from './body-inflater.ts';
import { beginTransaction, engineFailed, stopped, tooLarge } from './engine.ts';
import { FormWindows, windowBytesOf } from './form-windows.ts';
import { whenAnswered } from './in-turns.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

type JudgeBody = (
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
) => PhaseResult;

/** The rules see what is inside; the origin gets what the client sent. */
export async function judgePackedBody(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
  judgeBody: JudgeBody,
): Promise<Verdict | null> {
  let room = 0;
  const takeRoom = (bytes: number): boolean => {
    room += bytes;
    return context.hold?.take(bytes) ?? false;
  };
  const { contentEncoding } = context.head;
  const plain = await inflateBody(contentEncoding, context.heldBody, context.bodyComplete, {
    most: windowBytesOf(context.site!.rules!),
    take: takeRoom,
  });
  if (typeof plain === 'string') return refused(context, plain, () => judgeBody(context, edge, transaction));
  const formEnd = plain.isCut ? formEndOf(context) : null;
  try {
    for (const chunk of [...plain.chunks, ...(formEnd ?? [])]) {
      const interruption = transaction.requestBodyChunk(chunk);
      if (interruption !== null) return tooLarge(context, interruption);
    }
  } catch (error) {
    return engineFailed(context, edge, error);
  }
  const verdict = await judgeBody(context, edge, transaction);
  context.hold?.give(room);
  if (verdict !== null) return verdict;
  if (formEnd !== null && isUnjudged(context)) {
    const refusal = await judgeRest(context, edge, 'body');
    if (refusal !== null) return refusal;
  }
  return judgeAsItCame(context, edge, judgeBody);
}

/** A bomb, something else than it says, or what there is no room for. */
function refused(
  context: InspectedRequest,
  fault: InflateFault,
  judgeAnyway: () => PhaseResult,
): PhaseResult {
  if (fault === 'no_room') return OVERLOADED;
  const reason = fault === 'bomb' ? 'body_bomb' : 'body_coding_malformed';
  if (context.site!.mode === 'On') {
    const status = fault === 'bomb' ? 413 : 400;
    return { status, action: EdgeAction.BLOCK, reason, close: true };
  }
  context.wouldRefuse(reason);
  return judgeAnyway();
}

/**
 * Of a form that is longer than what is unpacked nobody sees the end, and there is no second window: it is too long. What
 * there is of it is judged as a form of its own. Null: no form.
 */
function formEndOf({ rawHeaders }: InspectedRequest): Buffer[] | null {
  const windows = FormWindows.of(valuesOf(rawHeaders, 'content-type')[0] ?? '');
  return windows === null ? null : [windows.closing];
}

const isUnjudged = ({ interruption, engineFailed: failed, finished }: InspectedRequest): boolean =>
  interruption === null && !failed && !finished;

/**
 * Most origins do not unpack requests: for them the packed bytes are the form, and a comment in their head, a block of
 * metadata or a stream made of letters can hold a field. So these are judged as bytes of no type are.
 */
async function judgeAsItCame(
  context: InspectedRequest,
  edge: InspectionServices,
  judgeBody: JudgeBody,
): Promise<Verdict | null> {
  if (!isUnjudged(context)) return null;
  if (!context.heldBody.some((chunk) => chunk.includes('='))) return null;
  try {
    const transaction = beginTransaction(context, context.site!.rules!);
    const answer = transaction.requestHeaders(withoutType(context.rawHeaders));
    return await whenAnswered(context, edge, transaction, answer, async (interrupted) => {
      if (interrupted !== null) return stopped(context, interrupted);
      for (const chunk of [bytesOfNoText(context.heldBytes), ...context.heldBody]) {
        const interruption = transaction.requestBodyChunk(chunk);
        if (interruption !== null) return tooLarge(context, interruption);
      }
      const verdict = await judgeBody(context, edge, transaction);
      if (verdict === null && transaction.audit().wouldInterrupt === null) transaction.logging();
      else {
        context.transaction?.logging();
        context.transaction = transaction;
      }
      return verdict;
    });
  } catch (error) {
    return engineFailed(context, edge, error);
  }
}

/** In front of packed bytes, of which some coders make what looks like text: only a form's pairs are looked for in them. */
function bytesOfNoText(behind: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(behind / 25) + 8);
  bytes.write('\xff&', bytes.length - 2, 'latin1');
  return bytes;
}

function withoutType(rawHeaders: readonly string[]): string[] {
  const isKept = (_field: string, index: number) => {
    const name = rawHeaders[index - (index % 2)]!.toLowerCase();
    return name !== 'content-type' && name !== 'content-encoding';
  };
  return rawHeaders.filter(isKept);
}
