import {
  type Interruption,
  type PhaseAnswer,
  type SlicedTransaction,
  STEPS_PER_SLICE,
  UNFINISHED,
} from '@palisade/waf-engine';
import type { Edge } from '../proxy/edge.ts';
import { skipsRules } from '../proxy/phases/inspect-request.ts';
import { goOnInTurns } from '../proxy/phases/rule-turns.ts';
import type { RequestContext } from '../proxy/request-context.ts';
import { EdgeAction } from '../proxy/verdict.ts';
import type { JudgeText } from './client-frames.ts';
import { CloseCode, LATER } from './frame-reader.ts';

/** Fields that describe the handshake's own (absent) body, or the protocol it leaves. */
const NOT_OF_MESSAGES = /^(?:content-|transfer-encoding$|connection$|upgrade$|sec-websocket-|expect$)/;

/**
 * Shows each text message of a client to the site's rules, as a JSON body sent to the WebSocket's address: JSON as it is,
 * other text as the one value of an object. Null: the site has no rules.
 */
export function judgeWithRules(context: RequestContext, edge: Edge): JudgeText | null {
  const site = context.site!;
  const { rules } = site;
  if (rules === null || skipsRules(context)) return null;
  const fields = context.rawHeaders.filter(
    (_text, index) => !NOT_OF_MESSAGES.test(context.rawHeaders[index - (index % 2)]!.toLowerCase()),
  );
  /** What the rules have said of a message, in the end. */
  const verdictOf = (transaction: SlicedTransaction, interruption: Interruption | null): CloseCode | null => {
    const remarked = transaction.audit().wouldInterrupt !== null;
    if ((interruption === null || interruption.action === 'allow') && !remarked) return null;
    // The connection has one record; it shows the message that decided, or in log-only mode the first remarkable one.
    if (interruption !== null || context.action === EdgeAction.ALLOW) context.transaction = transaction;
    if (interruption === null) {
      context.wouldRefuse('rule');
      return null;
    }
    context.interruption = interruption;
    context.action = EdgeAction.BLOCK;
    context.reason = 'rule';
    return CloseCode.Policy;
  };
  const failed = (error: unknown): CloseCode | null => {
    edge.counters.engineFailures += 1;
    edge.reportFault('engine_failure', context, error);
    return site.failClosed && site.mode === 'On' ? CloseCode.InternalError : null;
  };
  return (text, tell) => {
    const body = Buffer.from(isJson(text) ? text : JSON.stringify({ message: text }));
    try {
      const transaction = rules.beginSlicedTransaction(
        {
          id: context.requestId,
          clientAddress: context.client.text,
          clientPort: context.connection.remotePort,
          serverAddress: context.connection.localAddress,
          serverPort: context.connection.localPort,
        },
        STEPS_PER_SLICE,
      );
      transaction.requestLine('POST', context.rawTarget, context.protocol);
      const described = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
      const judgeBody = (): PhaseAnswer =>
        (transaction.wantsRequestBody() ? transaction.requestBodyChunk(body) : null) ??
        transaction.requestBody();
      let inHead = true;
      /** The body follows the head at once; only what is unfinished has to wait. */
      const next = (answer: PhaseAnswer): PhaseAnswer => {
        if (answer !== null || !inHead) return answer;
        inHead = false;
        return judgeBody();
      };
      const waitFor = (): typeof LATER => {
        goOnInTurns({
          request: context,
          transaction,
          isWanted: () => !context.finished,
          done: (interruption) => {
            try {
              const answer = next(interruption);
              if (answer === UNFINISHED) waitFor();
              else tell(verdictOf(transaction, answer));
            } catch (error) {
              tell(failed(error));
            }
          },
          failed: (error) => tell(failed(error)),
        });
        return LATER;
      };
      const answer = next(transaction.requestHeaders([...fields, ...described]));
      return answer === UNFINISHED ? waitFor() : verdictOf(transaction, answer);
    } catch (error) {
      return failed(error);
    }
  };
}

function isJson(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
