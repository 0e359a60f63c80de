import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { BASE64_VALUE_OF_BOTH } from '../transformations/base64-alphabet.ts';
import { Base64Digits } from '../transformations/base64-digits.ts';
import type { PiecewiseDecoder } from './piecewise.ts';

const SIGNS_OF_DIGITS = 4;
const MAY_END_BOUNDARY: ReadonlySet<string | undefined> = new Set(['\r', '-']);

/**
 * Base64 as formidable decodes it: in chunks of a multiple of four signs, digits or not, each by itself. A chunk ends where the
 * content could have ended: in front of what begins like the boundary, behind that, and at the end.
 */
export class Base64InChunks implements PiecewiseDecoder {
  private readonly text: ByteString;
  private readonly out: Latin1Buffer;
  private readonly search: BoundarySearch;
  /** What is left of the last chunk begins here. */
  private start = 0;
  private at = 0;
  private length = 0;

  /** @param boundary with the line end and the hyphens in front; '' where the content is not a part's */
  constructor(text: ByteString, boundary: ByteString) {
    this.text = text;
    this.out = new Latin1Buffer(text.length);
    this.search = new BoundarySearch(text, boundary);
  }

  advance(until: number): void {
    const { text } = this;
    const end = Math.min(until, text.length);
    while (this.at < end) {
      this.at = this.search.nextCut();
      this.decode(this.at - ((this.at - this.start) % SIGNS_OF_DIGITS));
    }
    if (this.at >= text.length) this.decode(text.length);
  }

  result(): ByteString {
    return this.out.read(0, this.length);
  }

  private decode(end: number): void {
    if (end === this.start) return;
    const digits = new Base64Digits(BASE64_VALUE_OF_BOTH);
    this.length = digits.decode(this.text, this.start, end, this.out.bytes, this.length);
    this.start = end;
  }
}

/** Looks for a boundary that may begin anywhere, over the text and the boundary that ends it. */
class BoundarySearch {
  private readonly text: ByteString;
  private readonly boundary: ByteString;
  private readonly signs: ReadonlySet<string>;
  private at = 0;
  private isInside = false;

  constructor(text: ByteString, boundary: ByteString) {
    this.text = text;
    this.boundary = boundary;
    this.signs = new Set(boundary);
  }

  /** Where the next beginning of a boundary begins, and then where it ends. */
  nextCut(): number {
    const { text, boundary } = this;
    if (this.isInside) {
      this.at += this.matched();
      this.isInside = false;
      return Math.min(this.at, text.length);
    }
    if (boundary === '') return text.length;
    for (; this.at < text.length; this.at++) {
      this.skip();
      this.isInside = this.at < text.length && this.matched() > 0;
      if (this.isInside) return this.at;
    }
    return text.length;
  }

  /** No boundary ends at a sign that it does not have. */
  private skip(): void {
    const { text, boundary } = this;
    const last = boundary.length - 1;
    while (this.at + last < text.length && !this.signs.has(text[this.at + last]!)) this.at += boundary.length;
  }

  /** Number of its signs that stand here, and behind all of them the one that would end a boundary. */
  private matched(): number {
    const { text, boundary, at } = this;
    let count = 0;
    while (count < boundary.length && text[at + count] === boundary[count]) count++;
    return count === boundary.length && MAY_END_BOUNDARY.has(text[at + count]) ? count + 1 : count;
  }
}
