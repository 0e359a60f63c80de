import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Edge } from './edge.ts';
import { BodyPace } from './http1/body-pace.ts';
import { respondWithVerdict } from './phases/respond.ts';
import type { RequestContext } from './request-context.ts';
import type { Deadline } from './upstream/deadlines.ts';
import { EdgeAction } from './verdict.ts';

/** What we have written is not taken for so long: the client keeps its window shut, or takes a few bytes at a time. */
const WRITE_IDLE_MS = 60_000;

/**
 * Ends a stream whose client sends its body, or takes the answer, too slowly; the connection's other streams go on. Only
 * one of both is waited for at a time: an answer that is under way comes first.
 */
export class Http2StreamWatch implements Deadline {
  deadline = Number.POSITIVE_INFINITY;
  readonly #stream: ServerHttp2Stream;
  readonly #edge: Edge;
  /** Null: the body may come as slowly as it likes (calls that stream both ways). */
  readonly #pace: BodyPace | null;
  #context: RequestContext | null = null;
  #received = 0;
  #reading = false;
  #writing = false;
  #watched = false;

  constructor(stream: ServerHttp2Stream, edge: Edge, hasPace: boolean) {
    this.#stream = stream;
    this.#edge = edge;
    this.#pace = hasPace ? new BodyPace() : null;
  }

  /** Whom to answer when the body comes too slowly. */
  follow(context: RequestContext): void {
    this.#context = context;
  }

  /** So many more bytes of the body have come; 0: we wait for the first, or for more after a pause. */
  reads(bytes: number): void {
    this.#received += bytes;
    this.#reading = true;
    this.#set();
  }

  /** We do not read for now, or there is nothing more to come. */
  rests(): void {
    if (!this.#reading) return;
    this.#reading = false;
    this.#pace?.suspend(this.#edge.deadlines.now);
    this.#set();
  }

  /** There is something that the client has not taken yet. */
  writes(): void {
    this.#writing = true;
    this.#set();
  }

  drained(): void {
    this.#writing = false;
    this.#set();
  }

  over(): void {
    this.deadline = Number.POSITIVE_INFINITY;
    if (this.#watched) this.#edge.deadlines.forget(this);
  }

  onDeadline(): void {
    const context = this.#context;
    if (this.#writing || context === null || context.answered || context.reply.started) {
      this.#stream.close(constants.NGHTTP2_CANCEL);
      return;
    }
    const abandon = context.onClientLeft;
    context.onClientLeft = null;
    respondWithVerdict(context, {
      status: 408,
      action: EdgeAction.REJECT,
      reason: 'request_timeout',
      close: true,
    });
    abandon?.();
  }

  #set(): void {
    const { now } = this.#edge.deadlines;
    if (this.#writing) this.deadline = now + WRITE_IDLE_MS;
    else if (this.#reading && this.#pace !== null) this.deadline = this.#pace.deadline(now, this.#received);
    else this.deadline = Number.POSITIVE_INFINITY;
    // Most streams never have anything to wait for, and are not watched at all.
    if (this.#watched || this.deadline === Number.POSITIVE_INFINITY) return;
    this.#watched = true;
    this.#edge.deadlines.watch(this);
  }
}
