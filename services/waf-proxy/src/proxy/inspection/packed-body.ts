import { type SlicedTransaction, UNFINISHED } from '@palisade/waf-engine';
import { inflateBody } from '../body-inflater.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';
import { beginTransaction, engineFailed, stopped, tooLarge } from './engine.ts';

type JudgeBody = (context: RequestContext, edge: Edge, transaction: SlicedTransaction) => PhaseResult;

/** The rules see what is inside; the origin gets what the client sent. */
export async function judgePackedBody(
  context: RequestContext,
  edge: Edge,
  transaction: SlicedTransaction,
  judgeBody: JudgeBody,
): Promise<Verdict | null> {
  const plain = await inflateBody(context.head.contentEncoding, context.heldBody, context.bodyComplete);
  if (!Array.isArray(plain)) {
    const reason = plain === 'bomb' ? 'body_bomb' : 'body_coding_malformed';
    if (context.site!.mode === 'On') {
      const status = plain === 'bomb' ? 413 : 400;
      return { status, action: EdgeAction.BLOCK, reason, close: true };
    }
    context.wouldRefuse(reason);
    return judgeBody(context, edge, transaction);
  }
  try {
    for (const chunk of plain) {
      const interruption = transaction.requestBodyChunk(chunk);
      if (interruption !== null) return tooLarge(context, interruption);
    }
  } catch (error) {
    return engineFailed(context, edge, error);
  }
  const verdict = await judgeBody(context, edge, transaction);
  return verdict ?? (await judgeAsItCame(context, edge, judgeBody));
}

/**
 * Most origins do not unpack requests: for them the packed bytes are the form, and a comment in their head, a block of
 * metadata or a stream made of letters can hold a field. So these are judged as bytes of no type are.
 */
async function judgeAsItCame(
  context: RequestContext,
  edge: Edge,
  judgeBody: JudgeBody,
): Promise<Verdict | null> {
  if (context.interruption !== null || context.engineFailed || context.finished) return null;
  if (!context.heldBody.some((chunk) => chunk.includes('='))) return null;
  try {
    const transaction = beginTransaction(context, context.site!.rules!);
    let answer = transaction.requestHeaders(withoutType(context.rawHeaders));
    while (answer === UNFINISHED) answer = transaction.resume();
    if (answer !== null) return stopped(context, answer);
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
