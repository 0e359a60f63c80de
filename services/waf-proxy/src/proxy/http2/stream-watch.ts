import type { Edge } from '../edge.ts';
import { BodyPace } from '../http1/body-pace.ts';
import type { Deadline } from '../upstream/deadlines.ts';

/** A client that takes nothing of what we have written for so long keeps its window shut. */
const WRITE_IDLE_MS = 60_000;
/** Bytes per second, on average, below which an answer only serves to hold a stream. */
const LEAST_READ_RATE = 2_048;

/** Whom to tell that a stream is too slow. */
export interface WatchedStream {
  /** The body does not come. */
  bodyTooSlow(): void;
  /** The answer is not taken. */
  answerTooSlow(): void;
}

/**
 * Ends a stream whose client sends its body, or takes the answer, too slowly; the connection's other streams go on. Only
 * one of both is waited for at a time: an answer that is under way comes first.
 */
export class StreamWatch implements Deadline {
  deadline = Number.POSITIVE_INFINITY;
  readonly #stream: WatchedStream;
  readonly #edge: Edge;
  /** Null: the body may come as slowly as it likes (calls that stream both ways). */
  readonly #pace: BodyPace | null;
  #readerPace: BodyPace | null = null;
  #received = 0;
  #taken = 0;
  #reading = false;
  #writing = false;
  #watched = false;

  constructor(stream: WatchedStream, edge: Edge, hasPace: boolean) {
    this.#stream = stream;
    this.#edge = edge;
    this.#pace = hasPace ? new BodyPace() : null;
  }

  received(bytes: number): void {
    this.#received += bytes;
  }

  /** We wait for the body, or for more of it. */
  reads(): void {
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

  /** There is something that the client does not take for now. */
  writes(): void {
    if (this.#writing) return;
    this.#writing = true;
    this.#set();
  }

  /** The client has taken so much, and has not got all. */
  taken(bytes: number): void {
    if (!this.#writing) return;
    this.#taken += bytes;
    this.#set();
  }

  drained(): void {
    if (!this.#writing) return;
    this.#writing = false;
    this.#readerPace?.suspend(this.#edge.deadlines.now);
    this.#set();
  }

  over(): void {
    this.deadline = Number.POSITIVE_INFINITY;
    if (this.#watched) this.#edge.deadlines.forget(this);
  }

  onDeadline(): void {
    if (this.#writing) this.#stream.answerTooSlow();
    else this.#stream.bodyTooSlow();
  }

  #set(): void {
    const { now } = this.#edge.deadlines;
    if (this.#writing) {
      this.#readerPace ??= new BodyPace(WRITE_IDLE_MS, LEAST_READ_RATE);
      this.deadline = this.#readerPace.deadline(now, this.#taken);
    } else if (this.#reading && this.#pace !== null) this.deadline = this.#pace.deadline(now, this.#received);
    else this.deadline = Number.POSITIVE_INFINITY;
    // Most streams never have anything to wait for, and are not watched at all.
    if (this.#watched || this.deadline === Number.POSITIVE_INFINITY) return;
    this.#watched = true;
    this.#edge.deadlines.watch(this);
  }
}
