import type { ExchangeListener } from './origin-connection.ts';

/** Facts of one request that a channel needs besides its bytes. */
export interface ExchangeRequest {
  isHead: boolean;
  mayUpgrade: boolean;
  timeoutMs: number;
}

/** One exchange with an origin: a whole HTTP/1 connection, or one stream of an HTTP/2 connection. */
export interface OriginChannel {
  /** The channel frames bodies by itself: no chunk sizes, no transfer coding. */
  readonly framesItself: boolean;
  /** Begins with the request's head as HTTP/1 writes it. `complete`: there is no body beyond what is in `first`. */
  begin(
    listener: ExchangeListener,
    head: string,
    first: Buffer | null,
    complete: boolean,
    request: ExchangeRequest,
  ): void;
  /** False: wait for `onDrain`. */
  write(chunk: Buffer | string): boolean;
  cork(): void;
  uncork(): void;
  /** The body has ended. Where the channel does not frame by itself, its last chunk was written already. */
  requestComplete(): void;
  pause(): void;
  resume(): void;
  /** Gives the exchange up; nothing more is told. */
  abandon(): void;
}
