/** The head of a final response, as an origin sent it, and what it says of its body and its connection. */
export interface ResponseHead {
  status: number;
  reason: string;
  /** [name, value, …] as received, framing headers included. */
  headers: string[];
  /** Null: no Content-Length, or one that does not count because the body is chunked. */
  contentLength: number | null;
  chunked: boolean;
  /** No body follows. */
  bodyless: boolean;
  /** The connection may serve another request after this response. */
  keepAlive: boolean;
  /** Seconds that the origin keeps an idle connection, from Keep-Alive: timeout; 0 if unsaid. */
  keepAliveSeconds: number;
}
