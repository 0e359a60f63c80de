import type { ResponseHead } from '../http/response-head.ts';
import type { HeaderList } from './reply.ts';

/** Controls for the exchange with the origin: slowing it down, ending it. */
export interface OriginValve {
  pauseOrigin(): void;
  resumeOrigin(): void;
  stopOrigin(): void;
  /** Keeps the exchange going when the client leaves. */
  outliveClient(): void;
}

/** Receives an inspected body instead of the client. */
export interface BodyTaker {
  /** False: stop for now; the origin is resumed through the valve. */
  append(chunk: Buffer): boolean;
  complete(trailers: string[] | null): void;
}

/** How the cache takes part in an origin response. Exactly one of `store` and the last three ends it. */
export interface ResponseHooks {
  bind(valve: OriginValve): void;
  /** Called before inspection. True: the response is not for the client and is dropped. */
  takesHead(head: ResponseHead): boolean;
  /**
   * Called after the head was inspected. If a taker is returned, it gets the body, and the hooks answer the client;
   * null: relay the response.
   */
  store(head: ResponseHead, endToEnd: HeaderList): BodyTaker | null;
  /** The origin failed, before or after its head. True: the hooks answer the client. */
  takesFailure(): boolean;
  /** A rule refused the response. */
  refused(): void;
  /** The client left before the response began. */
  abandoned(): void;
}
