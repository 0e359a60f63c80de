/** Names and values in order: [name, value, …], one character per byte. */
export type HeaderList = string[];

/** The way back to the client, the same for HTTP/1, HTTP/2 and a refused upgrade. */
export interface Reply {
  /** True once a final status has been sent. */
  readonly started: boolean;
  /** An interim response (1xx other than 101). */
  informational(status: number, headers: HeaderList): void;
  /** Decides the response. Its head goes out with the first bytes of the body, or with `flush`. */
  head(status: number, reason: string, headers: HeaderList): void;
  /** False: stop until `onDrain`. */
  write(chunk: Buffer): boolean;
  /** Sends the head now, for a body that may take a while to begin. */
  flush(): void;
  end(chunk: Buffer | null, trailers: HeaderList | null): void;
  /** Sets the one listener for `write` having room again; replaces an earlier one. */
  onDrain(listener: () => void): void;
  /** Breaks off in a way that shows the client that the response is incomplete. */
  abort(): void;
  /** Closes the client's connection after this response. */
  closeAfter(): void;
  /**
   * Marks a call that streams both ways, so that a slow body is no timeout. Only on protocols that carry such calls.
   */
  streamsCall?(): void;
}

/**
 * A request body as it arrives. Nothing is read before `start`, which may pass on what has already arrived before it
 * returns. Nothing is passed on while paused. Receivers may keep the chunks.
 */
export interface RequestBody {
  start(events: RequestBodyEvents): void;
  pause(): void;
  resume(): void;
}

export interface RequestBodyEvents {
  onChunk(chunk: Buffer): void;
  /** Trailers are validated like a head, and dropped here: no rule has inspected them (RFC 9110, 6.5.1 allows it). */
  onEnd(trailers: readonly string[]): void;
}
