import type { ResponseHead } from '../http/response-head.ts';
import type { HeaderList } from './reply.ts';

/** What is needed of the exchange with the origin to slow it down or to end it. */
export interface OriginValve {
  pauseOrigin(): void;
  resumeOrigin(): void;
  stopOrigin(): void;
  /** The exchange goes on when the client leaves. */
  outliveClient(): void;
}

/** Where an inspected body goes instead of straight to the client. */
export interface BodyTaker {
  /** False: no more for now; the origin is resumed through the valve. */
  append(chunk: Buffer): boolean;
  complete(trailers: string[] | null): void;
}

/** The cache's say in what becomes of one origin response. Exactly one of the last three ends it, or `store`. */
export interface ResponseHooks {
  bind(valve: OriginValve): void;
  /** The origin has answered; nothing is inspected yet. True: the response is not for the client, forget it. */
  takesHead(head: ResponseHead): boolean;
  /** The head has passed inspection. A taker gets the body, and the hooks answer the client; null: relay it. */
  store(head: ResponseHead, endToEnd: HeaderList): BodyTaker | null;
  /** The origin failed, before its head or after. True: the client is or will be answered. */
  takesFailure(): boolean;
  /** A rule has refused the response. */
  refused(): void;
  /** The client left before there was a response. */
  abandoned(): void;
}
