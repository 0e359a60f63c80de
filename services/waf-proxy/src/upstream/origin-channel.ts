import type { Socket } from 'node:net';
import type { ResponseHead } from '../http/response-head.ts';
import type { OriginError } from './origin-error.ts';
import type { SentRequestHead } from './origin-request-head.ts';

/** Interim responses (1xx) of an origin to one request; one that sends more is broken. */
export const MAX_INFORMATIONAL = 16;

/** What a channel begins an exchange with. */
export interface ExchangeRequest {
  readonly head: SentRequestHead;
  /** The part of the body that is here already. */
  readonly held: readonly Buffer[];
  /** There is no body beyond that. */
  readonly complete: boolean;
  /** How long the origin may take for its answer, once it has the whole request. */
  readonly timeoutMs: number;
}

/** What one exchange wants to hear. After `onComplete`, `onUpgraded` or `onFailure` nothing more is said. */
export interface ExchangeListener {
  onInformational(status: number, headers: string[]): void;
  onHead(head: ResponseHead): void;
  onBody(chunk: Buffer): void;
  /** All that has arrived so far has been told, and it is not the whole response. */
  onLull(): void;
  onComplete(trailers: string[] | null): void;
  onUpgraded(head: ResponseHead, socket: Socket, rest: Buffer): void;
  /** `safeToRepeat`: the connection had been used before and died without a byte of response. */
  onFailure(error: OriginError, safeToRepeat: boolean): void;
  /** The origin takes further bytes of the request. */
  onDrain(): void;
  /** Others wait for this connection, and whoever reads the response takes it more slowly than all others. */
  onReclaimed(): void;
}

/** One exchange with an origin: a whole HTTP/1 connection, or one stream of an HTTP/2 connection. */
export interface OriginChannel {
  begin(listener: ExchangeListener, request: ExchangeRequest): void;
  /** A further part of the body; the channel frames it. False: wait for `onDrain`. */
  write(chunk: Buffer): boolean;
  /** The body has ended. */
  requestComplete(): void;
  pause(): void;
  resume(): void;
  /** Gives the exchange up; nothing more is told. */
  abandon(): void;
}
