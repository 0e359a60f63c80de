import type { Edge } from '../proxy/edge.ts';
import type { RequestContext } from '../proxy/request-context.ts';
import { EdgeAction } from '../proxy/verdict.ts';
import type { JudgeText } from './client-frames.ts';
import { CloseCode } from './frame-reader.ts';

/** Fields that describe the handshake's own (absent) body, or the protocol it leaves. */
const NOT_OF_MESSAGES = /^(?:content-|transfer-encoding$|connection$|upgrade$|sec-websocket-|expect$)/;

/**
 * Shows each text message of a client to the site's rules, as a JSON body sent to the WebSocket's address: JSON as it is,
 * other text as the one value of an object. Null: the site has no rules.
 */
export function judgeWithRules(context: RequestContext, edge: Edge): JudgeText | null {
  const site = context.site!;
  const { rules } = site;
  if (rules === null || (context.allowListed && site.allowedSkipRules)) return null;
  const fields = context.rawHeaders.filter(
    (_text, index) => !NOT_OF_MESSAGES.test(context.rawHeaders[index - (index % 2)]!.toLowerCase()),
  );
  return (text) => {
    const body = Buffer.from(isJson(text) ? text : JSON.stringify({ message: text }));
    try {
      const transaction = rules.beginTransaction({
        id: context.requestId,
        clientAddress: context.client.text,
        clientPort: context.connection.remotePort,
        serverAddress: context.connection.localAddress,
        serverPort: context.connection.localPort,
      });
      transaction.requestLine('POST', context.rawTarget, context.protocol);
      const described = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
      const interruption =
        transaction.requestHeaders([...fields, ...described]) ??
        (transaction.wantsRequestBody() ? transaction.requestBodyChunk(body) : null) ??
        transaction.requestBody();
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
    } catch (error) {
      edge.counters.engineFailures += 1;
      edge.reportFault('engine_failure', context, error);
      return site.failClosed && site.mode === 'On' ? CloseCode.InternalError : null;
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
