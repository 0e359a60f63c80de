import { TokenBucket } from '../../io/token-bucket.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';

/** What costs a client nothing and us something, as often as one connection may do it (rapid resets, floods of frames). */
export class FloodBudgets {
  private readonly time: { readonly now: number };
  private readonly resets: TokenBucket;
  private readonly controlFrames: TokenBucket;

  /** @param time `now`: `performance.now()`, at most a second old. */
  constructor(time: { readonly now: number }) {
    const { resets, controlFrames } = HTTP2_LIMITS;
    this.time = time;
    this.resets = new TokenBucket(resets.burst, resets.perSecond, time.now);
    this.controlFrames = new TokenBucket(controlFrames.burst, controlFrames.perSecond, time.now);
  }

  /** A stream was reset, by the client or for what the client did. False: too many were. */
  takeReset(): boolean {
    return this.resets.take(this.time.now);
  }

  /** A frame that carries nothing of a request. False: too many did. */
  takeControlFrame(): boolean {
    return this.controlFrames.take(this.time.now);
  }

  /** Allows the client this many answers to our frames, which enlarge windows. */
  framesSent(frames: number): void {
    this.controlFrames.add(HTTP2_LIMITS.controlFramesPerFrame * frames);
  }
}
