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
  /** Sends the head now, where the body may take its time. */
  flush(): void;
  end(chunk: Buffer | null, trailers: HeaderList | null): void;
  /** Replaces the one listener that is called when `write` may go on. */
  onDrain(listener: () => void): void;
  /** Breaks off so that the client sees that something is missing. */
  abort(): void;
  /** The client's connection is not used for a further request after this response. */
  closeAfter(): void;
  /** The request is a call that streams both ways: its body may take its time. Only where the protocol carries such. */
  streamsCall?(): void;
}

/**
 * A request body as it arrives. Nothing is read before `start`, which may tell of what has arrived already before it
 * returns. Nothing is told while paused. Whoever is told of a chunk may keep it.
 */
export interface RequestBody {
  start(events: RequestBodyEvents): void;
  pause(): void;
  resume(): void;
}

export interface RequestBodyEvents {
  onChunk(chunk: Buffer): void;
  /** Trailers have been read as strictly as a head. They end here: no rule has looked at them (RFC 9110, 6.5.1 allows it). */
  onEnd(trailers: readonly string[]): void;
}
