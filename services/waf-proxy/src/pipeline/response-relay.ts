import {
  type Interruption,
  type PhaseAnswer,
  type SlicedTransaction,
  UNFINISHED,
} from '@palisade/waf-engine';
import { type PageRewriter, withDecoys } from '../features/bots/deception/page-decoys.ts';
import { engineFailed, stopped } from '../features/inspection/engine.ts';
import { SMALL_BODY_BYTES } from '../http/compression/whole-body.ts';
import { endToEndHeaders } from '../http/end-to-end-fields.ts';
import type { ResponseHead } from '../http/response-head.ts';
import type { Hold } from '../io/shares/fair-pool.ts';
import { respondWithVerdict } from '../request/respond.ts';
import type { BodyTaker, OriginValve, ResponseHooks } from '../request/response-hooks.ts';
import { OVERLOADED } from '../request/shed-request.ts';
import type { Verdict } from '../request/verdict.ts';
import type { Edge, EdgeRequest } from './edge.ts';
import { ResponseOutlet, willBeCompressed } from './response-outlet.ts';

/**
 * Passes a response of the origin through SecLang phases 3 and 4 and on to the client.
 *
 * A response whose body the rules inspect is held back until the verdict or the rule set's size limit, whichever comes
 * first; every other response streams, with back pressure on the origin. A small body that is available at once is sent
 * with its head in one write, and compressed in one call. Inspected responses go to the client, or to the cache if it
 * wants them.
 */
export class ResponseRelay {
  private readonly context: EdgeRequest;
  private readonly edge: Edge;
  private readonly valve: OriginValve;
  private readonly hooks: ResponseHooks | null;
  /** Destination of the inspected response; one of the two is set once the head was sent there. */
  private outlet: ResponseOutlet | null = null;
  private taker: BodyTaker | null = null;
  /** Inserts invisible links and fields into the page; null: the response passes unchanged. */
  private page: PageRewriter | null = null;
  private storedHead: ResponseHead | null = null;
  private inspecting: SlicedTransaction | null = null;
  /** Received but not passed on yet. */
  private held: Buffer[] = [];
  private heldBytes = 0;
  /** Memory reserved for a body that waits for the rules; null: none. */
  private hold: Hold | null = null;
  /** Null: not determined yet. */
  private toBeCompressed: boolean | null = null;
  /** The rules run in slices; what arrives meanwhile is buffered here, and the origin paused. */
  private judging = false;
  private waiting: Buffer[] = [];
  private completed: { readonly trailers: string[] | null } | null = null;
  private over = false;

  constructor(context: EdgeRequest, edge: Edge, valve: OriginValve, hooks: ResponseHooks | null) {
    this.context = context;
    this.edge = edge;
    this.valve = valve;
    this.hooks = hooks;
    hooks?.bind(valve);
  }

  head(sent: ResponseHead): void {
    const { head, page } = this.context.asksPlainPage
      ? withDecoys(this.context, sent)
      : { head: sent, page: null };
    this.page = page;
    this.storedHead = head;
    if (this.hooks?.takesHead(head)) {
      this.over = true;
      return;
    }
    const { transaction } = this.context;
    if (transaction === null) return;
    this.judge(
      transaction,
      () => transaction.responseHeaders(head.status, 'HTTP/1.1', head.headers),
      (interruption) => {
        if (interruption === null && !head.bodyless) this.inspectIfWanted();
      },
    );
  }

  body(chunk: Buffer): void {
    if (this.over) return;
    const piece = this.page === null ? chunk : this.page.write(chunk);
    if (piece.length > 0) this.take(piece);
  }

  private take(chunk: Buffer): void {
    if (this.judging) {
      this.waiting.push(chunk);
      return;
    }
    if (this.begun) {
      this.write(chunk);
      return;
    }
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (this.inspecting === null) this.beginUnlessGathering();
    else if (this.hasRoom(chunk.length)) this.inspect(this.inspecting, chunk);
    else this.refuse(OVERLOADED);
  }

  /** The origin pauses. What is decided already is sent, unless rules have yet to see the body. */
  lull(): void {
    if (this.over || this.judging || this.inspecting !== null) return;
    if (!this.begun) {
      if (this.storedHead!.contentLength !== null && this.isWorthGathering()) return;
      this.begin();
    }
    this.outlet?.flush();
  }

  complete(trailers: string[] | null): void {
    if (this.over) return;
    const last = this.page?.end() ?? null;
    this.page = null;
    if (last !== null && last.length > 0) this.take(last);
    // The rules may have refused the response here.
    if (this.over) return;
    if (this.judging) this.completed = { trailers };
    else if (this.inspecting !== null) this.judgeBody(this.inspecting, () => this.finish(trailers));
    else this.finish(trailers);
  }

  private finish(trailers: string[] | null): void {
    if (!this.begun) {
      if (this.held.length <= 1 || this.heldBytes <= SMALL_BODY_BYTES) {
        this.over = true;
        this.deliverWhole(trailers);
        return;
      }
      this.begin();
    }
    this.over = true;
    this.outlet?.end(trailers);
    this.taker?.complete(trailers);
  }

  /** The origin failed or the client left: nothing more is sent. */
  cancel(): void {
    this.over = true;
    this.giveRoomBack();
    this.outlet?.cancel();
  }

  private get begun(): boolean {
    return this.outlet !== null || this.taker !== null;
  }

  /** Offers the response to the cache; true: the cache takes it. */
  private taken(): boolean {
    this.giveRoomBack();
    const head = this.storedHead!;
    const headers = endToEndHeaders(head.headers);
    this.taker = this.hooks?.store(head, headers) ?? null;
    if (this.taker === null)
      this.outlet = new ResponseOutlet(this.context, this.edge.pools.compressors, head, headers);
    return this.taker !== null;
  }

  /**
   * Whether the rest of the body is near enough to wait for it before sending anything: an origin that announces a
   * small length has it ready; without a length, what arrives together belongs together.
   */
  private isWorthGathering(): boolean {
    const { contentLength } = this.storedHead!;
    if (contentLength === this.heldBytes) return true;
    if (Math.max(contentLength ?? 0, this.heldBytes) > SMALL_BODY_BYTES) return false;
    this.toBeCompressed ??= willBeCompressed(this.context, this.storedHead!);
    return this.toBeCompressed;
  }

  private hasRoom(bytes: number): boolean {
    this.hold ??= this.edge.pools.waitingResponses.open(this.context, () => {
      if (!this.over) this.refuse(OVERLOADED);
    });
    return this.hold.take(bytes);
  }

  private giveRoomBack(): void {
    this.hold?.release();
    this.hold = null;
  }

  private deliverWhole(trailers: string[] | null): void {
    const held = this.held;
    this.held = [];
    if (this.taken()) {
      for (const chunk of held) this.taker!.append(chunk);
      this.taker!.complete(trailers);
    } else {
      const whole = held.length > 1 ? Buffer.concat(held, this.heldBytes) : (held[0] ?? null);
      this.outlet!.sendWhole(whole, trailers);
    }
  }

  private beginUnlessGathering(): void {
    if (!this.isWorthGathering()) this.begin();
  }

  private begin(): void {
    if (!this.taken()) this.outlet!.begin(() => this.valve.resumeOrigin());
    for (const chunk of this.held) this.write(chunk);
    this.held = [];
  }

  private inspectIfWanted(): void {
    this.guarded(() => {
      const { transaction } = this.context;
      if (transaction?.wantsResponseBody()) this.inspecting = transaction;
      return null;
    });
  }

  /** Passes a chunk to the rules, which have to decide once they have enough. */
  private inspect(transaction: SlicedTransaction, chunk: Buffer): void {
    const limit = this.context.site!.rules!.ruleSet.bodyLimits.responseBody;
    const verdict = this.guarded(() => {
      const interruption = transaction.responseBodyChunk(chunk);
      return interruption === null ? null : stopped(this.context, interruption);
    });
    if (verdict !== null) {
      this.refuse(verdict);
      return;
    }
    if (this.heldBytes >= limit || this.context.transaction === null)
      this.judgeBody(transaction, () => this.beginUnlessGathering());
  }

  /** Runs the rules on the body so far; calls `then` if they let it pass. */
  private judgeBody(transaction: SlicedTransaction, then: () => void): void {
    this.inspecting = null;
    if (this.context.transaction === null) then();
    else this.judge(transaction, () => transaction.responseBody(), then);
  }

  /** Runs a phase of the rules, at once or in slices; calls `then` if nothing is refused. */
  private judge(
    transaction: SlicedTransaction,
    begin: () => PhaseAnswer,
    then: (interruption: Interruption | null) => void,
  ): void {
    const judged = (run: () => PhaseAnswer): boolean => {
      let answer = null as PhaseAnswer;
      const verdict = this.guarded(() => {
        answer = run();
        return answer === null || answer === UNFINISHED ? null : stopped(this.context, answer);
      });
      if (verdict !== null) this.refuse(verdict);
      else if (answer === UNFINISHED) return false;
      else then(answer);
      return true;
    };
    if (judged(begin)) return;
    this.judging = true;
    this.valve.pauseOrigin();
    const proceed = (run: () => PhaseAnswer): void => {
      this.judging = false;
      judged(run);
      this.catchUp();
    };
    this.edge.ruleTurns.resume({
      request: this.context,
      transaction,
      isWanted: () => !this.over && !this.context.finished,
      done: (interruption) => proceed(() => interruption),
      failed: (error) =>
        proceed(() => {
          throw error;
        }),
    });
  }

  /** Processes what arrived while the rules ran. */
  private catchUp(): void {
    while (!this.over && !this.judging && this.waiting.length > 0) this.take(this.waiting.shift()!);
    if (this.over || this.judging) return;
    if (this.completed === null) this.valve.resumeOrigin();
    else this.complete(this.completed.trailers);
  }

  private write(chunk: Buffer): void {
    const hasRoom = this.taker === null ? this.outlet!.write(chunk) : this.taker.append(chunk);
    if (!hasRoom) this.valve.pauseOrigin();
  }

  private refuse(verdict: Verdict): void {
    this.over = true;
    this.giveRoomBack();
    this.held = [];
    this.hooks?.refused();
    this.valve.stopOrigin();
    respondWithVerdict(this.context, verdict);
  }

  private guarded(run: () => Verdict | null): Verdict | null {
    try {
      return run();
    } catch (error) {
      return engineFailed(this.context, this.edge, error);
    }
  }
}
