import {
  type Interruption,
  type PhaseAnswer,
  type SiteRuleSet,
  type SlicedTransaction,
  STEPS_PER_SLICE,
  UNFINISHED,
} from '@palisade/waf-engine';
import type { JudgeMessage, MessageVerdict } from '../../request/message-judge.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { skipsRules } from './inspection-phase.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

/** What the rules do for a message however short it is, beside what their matchers count: some thirty microseconds. */
const MESSAGE_STEPS = 10_000;

/** Fields that describe the handshake's own (absent) body, or the protocol it leaves. */
const NOT_OF_MESSAGES = /^(?:content-|transfer-encoding$|connection$|upgrade$|sec-websocket-|expect$)/;

/**
 * Shows each text message of a client to the site's rules, as a JSON body sent to the WebSocket's address: JSON as it is,
 * other text as a value of an object. Null: the site has no rules.
 */
export function messageJudge(context: InspectedRequest, edge: InspectionServices): JudgeMessage | null {
  const { rules } = context.site!;
  if (rules === null || skipsRules(context)) return null;
  const inspector = new MessageInspector(context, edge, rules);
  return (text, tell) => inspector.judge(text, tell);
}

class MessageInspector {
  private readonly context: InspectedRequest;
  private readonly edge: InspectionServices;
  private readonly rules: SiteRuleSet;
  private readonly fields: readonly string[];

  constructor(context: InspectedRequest, edge: InspectionServices, rules: SiteRuleSet) {
    this.context = context;
    this.edge = edge;
    this.rules = rules;
    const { rawHeaders } = context;
    this.fields = rawHeaders.filter(
      (_text, index) => !NOT_OF_MESSAGES.test(rawHeaders[index - (index % 2)]!.toLowerCase()),
    );
  }

  judge(text: string, tell: (verdict: MessageVerdict) => void): MessageVerdict | 'later' {
    const body = Buffer.from(isJson(text) ? text : asDocument(text));
    const { ruleTurns } = this.edge;
    ruleTurns.spend(MESSAGE_STEPS);
    try {
      const transaction = this.begin();
      const described = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
      const bodyPhase = () =>
        (transaction.wantsRequestBody() ? transaction.requestBodyChunk(body) : null) ??
        transaction.requestBody();
      const answer = transaction.requestHeaders([...this.fields, ...described]);
      if (answer === UNFINISHED) return this.resume(transaction, bodyPhase, tell);
      const final = answer ?? bodyPhase();
      ruleTurns.spend(transaction.matcherSteps);
      return final === UNFINISHED ? this.resume(transaction, null, tell) : this.verdictOf(transaction, final);
    } catch (error) {
      return this.failed(error);
    }
  }

  private begin(): SlicedTransaction {
    const { requestId, client, connection, rawTarget, protocol } = this.context;
    const transaction = this.rules.beginSlicedTransaction(
      {
        id: requestId,
        clientAddress: client.text,
        clientPort: connection.remotePort,
        serverAddress: connection.localAddress,
        serverPort: connection.localPort,
      },
      STEPS_PER_SLICE,
    );
    transaction.requestLine('POST', rawTarget, protocol);
    return transaction;
  }

  /** Waits for a phase that takes more than one slice. @param next follows it, if it lets the message pass */
  private resume(
    transaction: SlicedTransaction,
    next: (() => PhaseAnswer) | null,
    tell: (verdict: MessageVerdict) => void,
  ): 'later' {
    this.edge.ruleTurns.resume({
      request: this.context,
      transaction,
      isWanted: () => !this.context.finished,
      done: (interruption) => {
        // What came behind it has turns of its own.
        this.edge.ruleTurns.useUp();
        try {
          const answer = interruption === null && next !== null ? next() : interruption;
          if (answer === UNFINISHED) this.resume(transaction, null, tell);
          else tell(this.verdictOf(transaction, answer));
        } catch (error) {
          tell(this.failed(error));
        }
      },
      failed: (error) => tell(this.failed(error)),
    });
    return 'later';
  }

  /** What the rules have said of a message, in the end. */
  private verdictOf(transaction: SlicedTransaction, interruption: Interruption | null): MessageVerdict {
    const { context } = this;
    const remarked = transaction.audit().wouldInterrupt !== null;
    if ((interruption === null || interruption.action === 'allow') && !remarked) return 'passed';
    // The connection has one record; it shows the message that decided, or in log-only mode the first remarkable one.
    if (interruption !== null || context.action === EdgeAction.ALLOW) context.transaction = transaction;
    if (interruption === null) {
      context.wouldRefuse('rule');
      return 'passed';
    }
    context.interruption = interruption;
    context.action = EdgeAction.BLOCK;
    context.reason = 'rule';
    return 'refused';
  }

  private failed(error: unknown): MessageVerdict {
    const { failClosed, mode } = this.context.site!;
    this.edge.counters.engineFailures++;
    this.edge.reportFault('engine_failure', this.context, error);
    return failClosed && mode === 'On' ? 'failed' : 'passed';
  }
}

/** A text as the one value of an object, with the JSON in it, if there is some: MQTT and others write a head before it. */
function asDocument(text: string): string {
  const message = JSON.stringify(text);
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const [start, end] = [text.indexOf(open), text.lastIndexOf(close) + 1];
    const inner = start > 0 && end > start ? text.slice(start, end) : '';
    if (isJson(inner)) return `{"message":${message},"content":${inner}}`;
  }
  return `{"message":${message}}`;
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
