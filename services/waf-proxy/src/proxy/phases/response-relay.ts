import type { Transaction } from '@palisade/waf-engine';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { endToEndHeaders } from '../upstream/response-headers.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import type { Verdict } from '../verdict.ts';
import { engineFailed, stopped } from './inspect-request.ts';
import { respondWithVerdict } from './respond.ts';
import type { BodyTaker, OriginValve, ResponseHooks } from './response-hooks.ts';
import { ResponseOutlet } from './response-outlet.ts';

/**
 * Phases 8 and 9 for a response of the origin: SecLang phases 3 and 4, then on to the client.
 *
 * A response whose body the rules want to see is held back until the verdict or the rule set's limit, whichever is
 * first; every other response streams, the origin being slowed to the client's pace. What has passed goes to the client,
 * or to the cache where that wants it.
 */
export class ResponseRelay {
  readonly #context: RequestContext;
  readonly #edge: Edge;
  readonly #valve: OriginValve;
  readonly #hooks: ResponseHooks | null;
  /** Where the inspected response goes: one of the two, once its head has gone there. */
  #outlet: ResponseOutlet | null = null;
  #taker: BodyTaker | null = null;
  #head: ResponseHead | null = null;
  #inspecting: Transaction | null = null;
  /** A body that came whole in one piece, which goes out with its head in one write. */
  #whole: Buffer | null = null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #over = false;

  constructor(context: RequestContext, edge: Edge, valve: OriginValve, hooks: ResponseHooks | null) {
    this.#context = context;
    this.#edge = edge;
    this.#valve = valve;
    this.#hooks = hooks;
    hooks?.bind(valve);
  }

  head(head: ResponseHead): void {
    this.#head = head;
    if (this.#hooks?.takesHead(head)) {
      this.#over = true;
      return;
    }
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
      if (this.#begun || chunk.length !== this.#head!.contentLength) this.#write(chunk);
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
    if (this.#over || this.#inspecting !== null || this.#whole !== null) return;
    if (!this.#begun) this.#begin();
    this.#outlet?.flush();
  }

  complete(trailers: string[] | null): void {
    if (this.#over) return;
    if (this.#inspecting !== null) {
      this.#judgeBody();
      if (this.#over) return;
    }
    this.#over = true;
    if (this.#begun) {
      this.#outlet?.end(trailers);
      this.#taker?.complete(trailers);
      return;
    }
    if (this.#taken()) {
      if (this.#whole !== null) this.#taker!.append(this.#whole);
      this.#taker!.complete(trailers);
    } else this.#outlet!.sendWhole(this.#whole, trailers);
  }

  /** The origin has failed, or the client has left: nothing more goes out. */
  cancel(): void {
    this.#over = true;
    this.#outlet?.cancel();
  }

  get #begun(): boolean {
    return this.#outlet !== null || this.#taker !== null;
  }

  /** Decides who gets the response; true: the cache. */
  #taken(): boolean {
    const head = this.#head!;
    const headers = endToEndHeaders(head.headers);
    this.#taker = this.#hooks?.store(head, headers) ?? null;
    if (this.#taker === null) this.#outlet = new ResponseOutlet(this.#context, head, headers);
    return this.#taker !== null;
  }

  #begin(): void {
    if (!this.#taken()) this.#outlet!.begin(() => this.#valve.resumeOrigin());
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

  #write(chunk: Buffer): void {
    if (!this.#begun) this.#begin();
    const goOn = this.#taker === null ? this.#outlet!.write(chunk) : this.#taker.append(chunk);
    if (!goOn) this.#valve.pauseOrigin();
  }

  #refuse(verdict: Verdict): void {
    this.#over = true;
    this.#held = [];
    this.#hooks?.refused();
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
