import type { Socket } from 'node:net';
import type { ResponseHead } from '../http/response-head.ts';
import type { OriginError } from './origin-error.ts';
import type { SentRequestHead } from './origin-request-head.ts';

/** Maximum interim responses (1xx) per request; an origin that sends more is broken. */
export const MAX_INFORMATIONAL = 16;

/** What an exchange begins with. */
export interface ExchangeRequest {
  readonly head: SentRequestHead;
  /** The part of the body that has arrived. */
  readonly held: readonly Buffer[];
  /** The body ends with it. */
  readonly complete: boolean;
  /** Time limit for the response, once the origin has the whole request. */
  readonly timeoutMs: number;
}

/** Events of one exchange. After `onComplete`, `onUpgraded` or `onFailure`, none follows. */
export interface ExchangeListener {
  onInformational(status: number, headers: string[]): void;
  onHead(head: ResponseHead): void;
  onBody(chunk: Buffer): void;
  /** Everything received so far was passed on, but the response is not complete. */
  onLull(): void;
  onComplete(trailers: string[] | null): void;
  onUpgraded(head: ResponseHead, socket: Socket, rest: Buffer): void;
  /** `safeToRepeat`: a reused connection broke before any byte of the response. */
  onFailure(error: OriginError, safeToRepeat: boolean): void;
  /** The origin accepts more of the request. */
  onDrain(): void;
  /** Others wait for this connection, and this response is read more slowly than all others. */
  onReclaimed(): void;
}

/** One exchange with an origin: an HTTP/1 connection, or a stream of an HTTP/2 connection. */
export interface OriginChannel {
  begin(listener: ExchangeListener, request: ExchangeRequest): void;
  /** Sends a part of the body with the channel's framing. False: wait for `onDrain`. */
  write(chunk: Buffer): boolean;
  /** The body has ended. */
  requestComplete(): void;
  pause(): void;
  resume(): void;
  /** Cancels the exchange; no further events. */
  abandon(): void;
}
