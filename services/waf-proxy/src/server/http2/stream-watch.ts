import { BodyPace } from '../../io/body-pace.ts';
import type { Deadline, Deadlines } from '../../io/deadlines.ts';

/** A client that accepts no data for this long keeps its window closed. */
const WRITE_IDLE_MS = 60_000;
/** Bytes per second, on average, below which an answer only serves to hold a stream. */
const MIN_READ_RATE = 2_048;
/** Maximum time of an idle bidirectional call without a response. */
const UNANSWERED_CALL_MS = 10 * 60_000;

/** Callbacks for a stream that is too slow. */
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
  private readonly stream: WatchedStream;
  private readonly deadlines: Pick<Deadlines, 'now' | 'watch' | 'forget'>;
  private readonly pace = new BodyPace();
  /** The body may come as slowly as it likes once there is an answer, which has a pace at the origin. */
  private isCall = false;
  private isAnswered = false;
  private readerPace: BodyPace | null = null;
  private receivedBytes = 0;
  private takenBytes = 0;
  private reading = false;
  private writing = false;
  private watched = false;

  constructor(stream: WatchedStream, deadlines: Pick<Deadlines, 'now' | 'watch' | 'forget'>) {
    this.stream = stream;
    this.deadlines = deadlines;
  }

  /** It is a call that streams both ways, to a site that takes such. */
  streamsCall(): void {
    this.isCall = true;
    this.set();
  }

  /** The answer has begun. */
  answered(): void {
    this.isAnswered = true;
    if (this.isCall) this.set();
  }

  received(bytes: number): void {
    this.receivedBytes += bytes;
  }

  /** We wait for the body, or for more of it. */
  reads(): void {
    this.reading = true;
    this.set();
  }

  /** We do not read for now, or there is nothing more to come. */
  rests(): void {
    if (!this.reading) return;
    this.reading = false;
    this.pace.suspend(this.deadlines.now);
    this.set();
  }

  /** There is something that the client does not take for now. */
  writes(): void {
    if (this.writing) return;
    this.writing = true;
    this.set();
  }

  /** The client has taken this many bytes of an unfinished response. */
  taken(bytes: number): void {
    if (!this.writing) return;
    this.takenBytes += bytes;
    this.set();
  }

  drained(): void {
    if (!this.writing) return;
    this.writing = false;
    this.readerPace?.suspend(this.deadlines.now);
    this.set();
  }

  over(): void {
    this.deadline = Number.POSITIVE_INFINITY;
    if (this.watched) this.deadlines.forget(this);
  }

  onDeadline(): void {
    if (this.writing) this.stream.answerTooSlow();
    else this.stream.bodyTooSlow();
  }

  private set(): void {
    const { now } = this.deadlines;
    if (this.writing) {
      this.readerPace ??= new BodyPace(WRITE_IDLE_MS, MIN_READ_RATE);
      this.deadline = this.readerPace.deadline(now, this.takenBytes);
    } else if (this.reading && !this.isCall) this.deadline = this.pace.deadline(now, this.receivedBytes);
    else if (this.reading && !this.isAnswered) this.deadline = now + UNANSWERED_CALL_MS;
    else this.deadline = Number.POSITIVE_INFINITY;
    // Most streams never have anything to wait for, and are not watched at all.
    if (this.watched || this.deadline === Number.POSITIVE_INFINITY) return;
    this.watched = true;
    this.deadlines.watch(this);
  }
}
