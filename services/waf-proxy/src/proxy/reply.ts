/** Names and values in order: [name, value, …], one character per byte. */
export type HeaderList = string[];

/** The way back to the client, the same for HTTP/1, HTTP/2 and a refused upgrade. */
export interface Reply {
  /** True once a final status has been sent. */
  readonly started: boolean;
  /** An interim response (1xx other than 101). */
  informational(status: number, headers: HeaderList): void;
  /** `bodyless`: no body will follow, whatever the headers say (HEAD, 204, 304). */
  head(status: number, reason: string, headers: HeaderList): void;
  /** False: stop until `onDrain`. */
  write(chunk: Buffer): boolean;
  end(chunk: Buffer | null, trailers: HeaderList | null): void;
  /** Replaces the one listener that is called when `write` may go on. */
  onDrain(listener: () => void): void;
  /** Breaks off so that the client sees that something is missing. */
  abort(): void;
  /** The client's connection is not used for a further request after this response. */
  closeAfter(): void;
}

/** A request body as it arrives. Nothing is read before `start`. */
export interface RequestBody {
  start(events: RequestBodyEvents): void;
  pause(): void;
  resume(): void;
}

export interface RequestBodyEvents {
  onChunk(chunk: Buffer): void;
  onEnd(trailers: readonly string[]): void;
}
