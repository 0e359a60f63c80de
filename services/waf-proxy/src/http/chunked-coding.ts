import { fieldLines } from './header-lines.ts';

const CRLF = '\r\n';

/** What stands before a piece of a body in the chunked coding (RFC 9112, 7.1); the piece may not be empty. */
export const chunkHead = (bytes: number): string => bytes.toString(16) + CRLF;

/** The line end after each chunk. */
export const CHUNK_END = CRLF;

/** The end of a body, with the trailers that follow it. */
export const lastChunk = (trailers: readonly string[] | null): string =>
  `0\r\n${trailers === null ? '' : fieldLines(trailers)}\r\n`;
