import { ErrorCode, Flag, readUint31 } from './frames.ts';

/** Frames that a block may have after its first, and bytes that all of them may have (CVE-2024-27316 and others). */
const MAX_CONTINUATIONS = 8;
const MAX_BLOCK_BYTES = 64 * 1024;
const PRIORITY_BYTES = 5;

/** A header block that continues in CONTINUATION frames. */
export class HeaderBlock {
  readonly stream: number;
  readonly endsStream: boolean;
  /** Its priority names the stream itself; see `HeadersFrame`. */
  readonly dependsOnItself: boolean;
  private readonly pieces: Buffer[];
  private bytes: number;

  constructor(stream: number, frame: HeadersFrame, bytes: Buffer) {
    this.stream = stream;
    this.endsStream = frame.endsStream;
    this.dependsOnItself = frame.dependsOnItself;
    this.pieces = [Buffer.from(bytes.subarray(frame.from, frame.to))];
    this.bytes = frame.to - frame.from;
  }

  /** False: the block is more than anybody needs. */
  add(bytes: Buffer, from: number, to: number): boolean {
    this.bytes += to - from;
    if (this.pieces.length > MAX_CONTINUATIONS || this.bytes > MAX_BLOCK_BYTES) return false;
    this.pieces.push(Buffer.from(bytes.subarray(from, to)));
    return true;
  }

  whole(): Buffer {
    return Buffer.concat(this.pieces, this.bytes);
  }
}

/** Contents of a HEADERS frame: bytes[from..to) of a header block. */
export interface HeadersFrame {
  from: number;
  to: number;
  endsStream: boolean;
  /** A stream error in HTTP/2 as it was first (RFC 7540, 5.3.1); otherwise priorities are read over. */
  dependsOnItself: boolean;
}

/** Takes padding and priority off; why that is impossible otherwise. */
export function readHeadersFrame(
  flags: number,
  stream: number,
  bytes: Buffer,
  from: number,
  to: number,
): HeadersFrame | ErrorCode {
  const padded = (flags & Flag.Padded) !== 0;
  const prioritised = (flags & Flag.Priority) !== 0;
  const begin = from + (padded ? 1 : 0);
  const blockFrom = begin + (prioritised ? PRIORITY_BYTES : 0);
  if (blockFrom > to) return ErrorCode.FrameSize;
  const blockTo = padded ? to - bytes[from]! : to;
  if (blockTo < blockFrom) return ErrorCode.Protocol;
  return {
    from: blockFrom,
    to: blockTo,
    endsStream: (flags & Flag.EndStream) !== 0,
    dependsOnItself: prioritised && readUint31(bytes, begin) === stream,
  };
}
