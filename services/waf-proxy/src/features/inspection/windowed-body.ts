import {
  type Interruption,
  type PhaseAnswer,
  type SlicedTransaction,
  UNFINISHED,
} from '@palisade/waf-engine';
import type { Hold } from '../../io/shares/fair-pool.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import { replyWith } from '../../request/respond.ts';
import { OVERLOADED } from '../../request/shed-request.ts';
import type { Verdict } from '../../request/verdict.ts';
import { judgeRest, whatGoesOn } from './beyond-inspection.ts';
import { beginTransaction, engineFailed, stopped } from './engine.ts';
import { type FormWindows, mayCut } from './form-windows.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

/** What arrived while the first window was being judged. */
export interface EarlyArrivals {
  readonly chunks: Buffer[];
  ended: boolean;
}

/** What is looked at again at the beginning of the next window: longer than any attack that a cut might hide. */
const OVERLAP_BYTES = 4 * 1024;

/**
 * The rest of a form whose first window has passed. The content of a file flows on as it comes; from the next boundary on
 * everything is held back, until the form has ended or another file has gone on for as long as a window is, and judged as
 * a body of its own before any of it goes on. So the origin never gets a field that was not looked at, however long the
 * file in front of it, and no more than a window waits.
 */
export class WindowedBody implements RequestBody {
  private readonly context: InspectedRequest;
  private readonly edge: InspectionServices;
  private readonly inner: RequestBody;
  private readonly windows: FormWindows;
  private readonly windowBytes: number;
  private events: RequestBodyEvents | null = null;
  /** Passed, and not taken yet. */
  private passed: Buffer[] = [];
  /** Waits for the rules; null: what comes is a file's content. */
  private held: Buffer[] | null = null;
  private heldBytes = 0;
  /** So far; {@link heldBytes} are not among them. */
  private inspectedBytes: number;
  /** Room for it; null: it has needed none. */
  private hold: Hold | null = null;
  /** What of it the rules get. */
  private window: Buffer[] = [];
  private waiting: Buffer[] = [];
  /** All of it has arrived. */
  private ended = false;
  private judging = false;
  private paused = true;
  private over = false;

  constructor(
    context: InspectedRequest,
    edge: InspectionServices,
    windows: FormWindows,
    windowBytes: number,
    early: EarlyArrivals,
  ) {
    this.context = context;
    this.edge = edge;
    this.inner = context.body!;
    this.windows = windows;
    this.windowBytes = windowBytes;
    this.inspectedBytes = context.heldBytes;
    this.waiting = early.chunks;
    this.ended = early.ended;
    this.continueFile(context.heldBody.at(-1));
    context.lifetime.whenEnded(() => {
      this.over = true;
      this.letGo();
    });
    this.inner.start({
      onChunk: (chunk) => {
        this.waiting.push(chunk);
        this.go();
      },
      onEnd: () => {
        this.ended = true;
        this.go();
      },
    });
  }

  start(events: RequestBodyEvents): void {
    this.events = events;
  }

  pause(): void {
    this.paused = true;
    this.inner.pause();
  }

  resume(): void {
    this.paused = false;
    this.go();
    if (!this.paused && !this.judging && !this.over && !this.ended) this.inner.resume();
  }

  /** As far as the taker takes it and the rules let it. */
  private go(): void {
    while (!this.paused && !this.over && this.passed.length > 0) this.events!.onChunk(this.passed.shift()!);
    while (!this.judging && !this.over && this.waiting.length > 0 && !this.paused)
      this.arrived(this.waiting.shift()!);
    if (this.paused || this.judging || this.over || !this.ended) return;
    if (this.held !== null) this.judge();
    else if (this.passed.length === 0) {
      this.over = true;
      this.events!.onEnd([]);
    }
  }

  private arrived(chunk: Buffer): void {
    const boundaryEnd = this.windows.push(chunk);
    const isNew = this.held === null;
    if (this.held === null) {
      if (boundaryEnd < 0) {
        this.events!.onChunk(chunk);
        return;
      }
      this.held = [];
      this.window = [this.windows.delimiter];
    }
    if (!this.hasRoom(chunk.length)) {
      this.refuse(OVERLOADED);
      return;
    }
    this.window.push(isNew ? chunk.subarray(boundaryEnd) : chunk);
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (mayCut(this.windows, this.heldBytes, this.windowBytes)) this.judge();
  }

  private judge(): void {
    this.judging = true;
    this.inner.pause();
    if (!this.ended || this.waiting.length > 0) this.window.push(this.windows.closing);
    const chunks = this.window;
    this.window = [];
    try {
      const transaction = beginTransaction(this.context, this.context.site!.rules!);
      this.run(transaction, transaction.requestHeaders(this.context.rawHeaders), () => {
        for (const chunk of chunks) transaction.requestBodyChunk(chunk);
        this.run(transaction, transaction.requestBody(), () => this.release(transaction));
      });
    } catch (error) {
      this.failed(error);
    }
  }

  /** Runs a phase to its verdict; then `then`, if the request continues. */
  private run(transaction: SlicedTransaction, answer: PhaseAnswer, then: () => void): void {
    const answered = (final: Interruption | null) => {
      const verdict = final === null ? null : stopped(this.context, final);
      if (verdict !== null) {
        this.keep(transaction);
        this.refuse(verdict);
      } else then();
    };
    if (answer !== UNFINISHED) {
      answered(answer);
      return;
    }
    this.edge.ruleTurns.resume({
      request: this.context,
      transaction,
      isWanted: () => !this.over && !this.context.finished,
      done: (final) => {
        try {
          answered(final);
        } catch (error) {
          this.failed(error);
        }
      },
      failed: (error) => this.failed(error),
    });
  }

  private release(transaction: SlicedTransaction): void {
    this.inspectedBytes += this.heldBytes;
    const isCut = !this.ended || this.waiting.length > 0;
    const beyond = isCut ? whatGoesOn(this.context, this.windows, this.inspectedBytes) : null;
    const rest = beyond === null ? null : judgeRest(this.context, this.edge, beyond);
    const settle = (verdict: Verdict | null) => this.settle(transaction, verdict);
    if (!(rest instanceof Promise)) settle(rest);
    else
      rest
        .then((verdict) => {
          if (!this.over && !this.context.finished) settle(verdict);
        })
        .catch((error: unknown) => this.failed(error));
  }

  private settle(transaction: SlicedTransaction, verdict: Verdict | null): void {
    if (verdict !== null) {
      transaction.logging();
      this.refuse(verdict);
      return;
    }
    if (transaction.audit().wouldInterrupt !== null) this.keep(transaction);
    else transaction.logging();
    this.passOn();
  }

  /**
   * A file is held and looked at as far as the site wants, and to its end if it may be a field, or if nothing of it may go on
   * unseen; with a bit of what came before.
   */
  private continueFile(last: Buffer | undefined): void {
    const { inspectedUploadBytes, refusesLongFiles } = this.context.site!;
    const continuation = this.windows.continuation(
      refusesLongFiles || this.inspectedBytes < inspectedUploadBytes,
    );
    if (continuation === null) return;
    this.held = [];
    this.window = [continuation, ...(last === undefined ? [] : [last.subarray(-OVERLAP_BYTES)])];
  }

  private hasRoom(bytes: number): boolean {
    this.hold ??= this.edge.pools.waitingBodies.open(this.context, () => {
      if (!this.over) this.refuse(OVERLOADED);
    });
    return this.hold.take(bytes);
  }

  private passOn(): void {
    // Its room was wanted for others while the rules were at it.
    if (this.held === null) return;
    this.passed.push(...this.held);
    const last = this.held.at(-1);
    this.letGo();
    if (!this.ended || this.waiting.length > 0) this.continueFile(last);
    this.judging = false;
    if (!this.paused) this.resume();
  }

  /** The record shows the window in which something was found. */
  private keep(transaction: SlicedTransaction): void {
    this.context.transaction?.logging();
    this.context.transaction = transaction;
  }

  private failed(error: unknown): void {
    const verdict = engineFailed(this.context, this.edge, error);
    if (verdict === null) this.passOn();
    else this.refuse(verdict);
  }

  /** The origin is left with a request that never ends; the client has our answer. */
  private refuse(verdict: Verdict): void {
    const context = this.context;
    this.over = true;
    this.inner.pause();
    context.requestBytes += this.heldBytes;
    this.letGo();
    replyWith(context, { ...verdict, close: true });
  }

  private letGo(): void {
    this.hold?.release();
    this.hold = null;
    this.heldBytes = 0;
    this.held = null;
  }
}
