/** A frame, a header block, or the preface has begun and does not end. */
const FRAME_MS = 10_000;
const SETTINGS_ACK_MS = 30_000;
/** The client takes nothing of what the socket holds. */
const WRITE_IDLE_MS = 60_000;
const IDLE_MS = 90_000;
/** While the worker drains: requests may be on their way before the client has heard of it. */
const LAST_REQUESTS_MS = 1_000;

/** What takes too long on a connection. */
export const Overdue = {
  Nothing: 0,
  /** The client takes nothing. */
  Writing: 1,
  /** The client has started sending something. */
  Frame: 2,
  SettingsAck: 3,
  /** Nobody has anything to say, or shall say anything new. */
  Goodbye: 4,
} as const;
export type Overdue = (typeof Overdue)[keyof typeof Overdue];

/** Since when what has been waited for. All times in ms of `performance.now()`, up to a second old. */
export class ConnectionClock {
  private readonly openedAt: number;
  private activeAt: number;
  private writtenAt: number;
  /** -1: nothing has begun that has not ended. The preface has, from the beginning. */
  private incompleteSince: number;
  private lastRequestsUntil = Number.POSITIVE_INFINITY;
  settingsAcked = false;

  constructor(now: number) {
    this.openedAt = now;
    this.activeAt = now;
    this.writtenAt = now;
    this.incompleteSince = now;
  }

  /** Something has come. */
  read(now: number): void {
    this.activeAt = now;
  }

  /** Something new has begun and is not complete. */
  begins(now: number): void {
    this.incompleteSince = now;
  }

  /** An incomplete frame is being continued. */
  goesOn(now: number): void {
    if (this.incompleteSince < 0) this.incompleteSince = now;
  }

  isComplete(): void {
    this.incompleteSince = -1;
  }

  /** The socket has got rid of something, or had nothing to get rid of until now. */
  written(now: number): void {
    this.writtenAt = now;
    this.activeAt = now;
  }

  get drains(): boolean {
    return this.lastRequestsUntil !== Number.POSITIVE_INFINITY;
  }

  drain(now: number): void {
    this.lastRequestsUntil = now + LAST_REQUESTS_MS;
  }

  /** `writes`: the socket holds something. `serves`: there are streams. */
  overdue(now: number, writes: boolean, serves: boolean): Overdue {
    if (writes && now - this.writtenAt > WRITE_IDLE_MS) return Overdue.Writing;
    if (this.incompleteSince >= 0 && now - this.incompleteSince > FRAME_MS) return Overdue.Frame;
    if (!this.settingsAcked && now - this.openedAt > SETTINGS_ACK_MS) return Overdue.SettingsAck;
    const isIdle = !serves && now - this.activeAt > IDLE_MS;
    return isIdle || now >= this.lastRequestsUntil ? Overdue.Goodbye : Overdue.Nothing;
  }
}
