import { ZStream, zlibInflate, zlibInflateInit2, zlibInflateReset } from 'pako';

/** DEFLATE (RFC 1951) bare, as in ZIP, or with the head of zlib (RFC 1950) or of gzip (RFC 1952). */
export type InflateForm = 'bare' | 'zlib' | 'gzip';

/** What zlib calls windowBits says which head is expected. */
const WINDOW_BITS = { bare: -15, zlib: 15, gzip: 31 } as const satisfies Record<InflateForm, number>;
const MAX_PIECE = 16 * 1024;
const FLUSH = 2;
const OK = 0;
const STREAM_END = 1;
const BUFFER_ERROR = -5;

/** Shared: its content is consumed before more is requested. */
const output = new Uint8Array(MAX_PIECE);

/** Unpacks in pieces of a bounded size, however small what they come of is. */
export class Inflater {
  /** Nothing more comes: it has ended, or is damaged from here on. gzip has no end: a further member may follow. */
  isOver = false;
  /** It ended early, because the data are malformed from here on. */
  isDamaged = false;
  private readonly stream = new ZStream();
  private readonly form: InflateForm;
  private readonly pieceSize: number;

  constructor(form: InflateForm, pieceSize = MAX_PIECE) {
    this.form = form;
    this.pieceSize = Math.min(pieceSize, MAX_PIECE);
    zlibInflateInit2(this.stream, WINDOW_BITS[form]);
  }

  /** As if it were new. */
  beginAnew(): void {
    this.isOver = false;
    this.isDamaged = false;
    zlibInflateReset(this.stream);
  }

  /** Provides compressed input, when `next` has consumed the previous one. It is not copied. */
  give(bytes: Uint8Array): void {
    this.stream.input = bytes;
    this.stream.next_in = 0;
    this.stream.avail_in = bytes.length;
  }

  /** The next bytes, which stand there until anybody's next call; `null`: for more it has to be given more, or is over. */
  next(): Uint8Array | null {
    const { stream } = this;
    if (this.isOver) return null;
    stream.output = output;
    stream.next_out = 0;
    stream.avail_out = this.pieceSize;
    do {
      const status = zlibInflate(stream, FLUSH);
      // Members of gzip may stand one behind the other, and are one text.
      if (status === STREAM_END && this.form === 'gzip') zlibInflateReset(stream);
      else {
        this.isOver = status !== OK && status !== BUFFER_ERROR;
        this.isDamaged = this.isOver && status !== STREAM_END;
      }
    } while (stream.next_out === 0 && stream.avail_in > 0 && !this.isOver);
    return stream.next_out === 0 ? null : output.subarray(0, stream.next_out);
  }
}
