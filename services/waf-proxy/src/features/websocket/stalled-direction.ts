import type { Socket } from 'node:net';
import { ReaderPace } from '../../io/body-pace.ts';
import type { Deadline, Deadlines } from '../../io/deadlines.ts';
import type { Hold } from '../../io/shares/fair-pool.ts';

/**
 * What stands still of one direction of a joined connection, since its reader does not take it or it waits for a verdict:
 * nothing more is read of it then, what we hold has its room in a pool, and who takes next to nothing does not keep it.
 */
export class StalledDirection implements Deadline {
  deadline = Number.POSITIVE_INFINITY;
  private readonly from: Socket;
  private readonly to: Socket;
  private readonly deadlines: Deadlines;
  private readonly openHold: () => Hold;
  private readonly giveUp: () => void;
  private readonly pace: ReaderPace;
  private hold: Hold | null = null;

  /**
   * @param openHold whoever gives the room ends the connection when it is wanted for others.
   * @param giveUp there is no room, or the reader is too slow.
   */
  constructor(from: Socket, to: Socket, deadlines: Deadlines, openHold: () => Hold, giveUp: () => void) {
    this.from = from;
    this.to = to;
    this.deadlines = deadlines;
    this.openHold = openHold;
    this.giveUp = giveUp;
    this.pace = new ReaderPace(to);
  }

  get isStanding(): boolean {
    return this.hold !== null;
  }

  /** @param forReader whether it waits for the peer to read; otherwise it waits for the edge. */
  begin(forReader: boolean): void {
    this.from.pause();
    if (forReader && this.deadline === Number.POSITIVE_INFINITY) {
      this.deadline = this.pace.deadline(this.deadlines.now);
      this.deadlines.watch(this);
    }
    if (this.hold !== null) return;
    this.hold = this.openHold();
    // What is on its way out, and what one read more may bring.
    if (!this.hold.take(this.to.writableLength + this.from.readableHighWaterMark)) this.giveUp();
  }

  /** It moves on. */
  end(): void {
    this.release();
    this.pace.suspend(this.deadlines.now);
    this.from.resume();
  }

  /** The connection is over. */
  release(): void {
    this.deadline = Number.POSITIVE_INFINITY;
    this.deadlines.forget(this);
    this.hold?.release();
    this.hold = null;
  }

  onDeadline(): void {
    this.giveUp();
  }
}
