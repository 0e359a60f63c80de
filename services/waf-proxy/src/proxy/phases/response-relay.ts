import type { Transaction } from '@palisade/waf-engine';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { endToEndHeaders } from '../upstream/response-headers.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import type { Verdict } from '../verdict.ts';
import { engineFailed, stopped } from './inspect-request.ts';
import { addOwnHeaders, respondWithVerdict } from './respond.ts';

/** What the relay needs of the exchange with the origin. */
export interface OriginValve {
  pauseOrigin(): void;
  resumeOrigin(): void;
  stopOrigin(): void;
}

/**
 * Phases 8 and 9 for a response of the origin: SecLang phases 3 and 4, then on to the client.
 *
 * A response whose body the rules want to see is held back until the verdict or the rule set's limit, whichever is
 * first; every other response streams, the origin being slowed to the client's pace.
 */
export class ResponseRelay {
  readonly #context: RequestContext;
  readonly #edge: Edge;
  readonly #valve: OriginValve;
  #head: ResponseHead | null = null;
  #inspecting: Transaction | null = null;
  /** A body that came whole in one piece, which goes out with its head in one write. */
  #whole: Buffer | null = null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #over = false;

  constructor(context: RequestContext, edge: Edge, valve: OriginValve) {
    this.#context = context;
    this.#edge = edge;
    this.#valve = valve;
  }

  head(head: ResponseHead): void {
    this.#head = head;
    const { transaction } = this.#context;
    if (transaction !== null) {
      const verdict = this.#guarded(() => {
        const interruption = transaction.responseHeaders(head.status, 'HTTP/1.1', head.headers);
        if (interruption !== null) return stopped(this.#context, interruption);
        if (!head.bodyless && transaction.wantsResponseBody()) this.#inspecting = transaction;
        return null;
      });
      if (verdict !== null) {
        this.#refuse(verdict);
        return;
      }
    }
  }

  body(chunk: Buffer): void {
    if (this.#over) return;
    if (this.#inspecting === null) {
      if (this.#context.reply.started || chunk.length !== this.#head!.contentLength) this.#write(chunk);
      else this.#whole = chunk;
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    const transaction = this.#inspecting;
    const limit = this.#context.site!.rules!.ruleSet.bodyLimits.responseBody;
    const verdict = this.#guarded(() => {
      const interruption = transaction.responseBodyChunk(chunk);
      return interruption === null ? null : stopped(this.#context, interruption);
    });
    if (verdict !== null) this.#refuse(verdict);
    else if (this.#heldBytes >= limit || this.#context.transaction === null) this.#judgeBody();
  }

  /** The origin takes its time. What it has decided already goes out, unless rules still have to see the body. */
  lull(): void {
    const { reply } = this.#context;
    if (this.#over || this.#inspecting !== null || reply.started || this.#whole !== null) return;
    this.#sendHead(this.#head!);
    reply.flush();
  }

  complete(trailers: string[] | null): void {
    if (this.#over) return;
    if (this.#inspecting !== null) {
      this.#judgeBody();
      if (this.#over) return;
    }
    const { reply } = this.#context;
    if (!reply.started) this.#sendHead(this.#head!);
    this.#over = true;
    if (this.#whole !== null) this.#context.responseBytes += this.#whole.length;
    reply.end(this.#whole, trailers);
  }

  #judgeBody(): void {
    const transaction = this.#inspecting!;
    this.#inspecting = null;
    if (this.#context.transaction !== null) {
      const verdict = this.#guarded(() => {
        const interruption = transaction.responseBody();
        return interruption === null ? null : stopped(this.#context, interruption);
      });
      if (verdict !== null) {
        this.#refuse(verdict);
        return;
      }
    }
    for (const chunk of this.#held) this.#write(chunk);
    this.#held = [];
  }

  #sendHead(head: ResponseHead): void {
    const context = this.#context;
    const headers = endToEndHeaders(head.headers);
    if (head.contentLength !== null && head.status !== 204)
      headers.push('Content-Length', String(head.contentLength));
    addOwnHeaders(context, headers);
    // The origin answered before it had the whole request; what the client still sends belongs to nobody.
    if (!context.bodyComplete) context.reply.closeAfter();
    context.status = head.status;
    context.reply.onDrain(() => this.#valve.resumeOrigin());
    context.reply.head(head.status, head.reason, headers);
  }

  #write(chunk: Buffer): void {
    if (!this.#context.reply.started) this.#sendHead(this.#head!);
    this.#context.responseBytes += chunk.length;
    if (!this.#context.reply.write(chunk)) this.#valve.pauseOrigin();
  }

  #refuse(verdict: Verdict): void {
    this.#over = true;
    this.#held = [];
    this.#valve.stopOrigin();
    respondWithVerdict(this.#context, verdict);
  }

  #guarded(run: () => Verdict | null): Verdict | null {
    try {
      return run();
    } catch (error) {
      return engineFailed(this.#context, this.#edge, error);
    }
  }
}
