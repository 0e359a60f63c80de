import type { ByteString } from '../api.ts';
import {
  type Pausable,
  type ReadingBudget,
  STEPS_PER_ITEM,
  STEPS_PER_READ_BYTE,
} from '../body-processors/pausable.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { contentStart, shapeAt } from '../body-processors/sniff.ts';
import type { RequestLimit } from '../body-processors/types.ts';
import { Entry } from '../variables/entry.ts';
import { documentTexts } from './document-texts.ts';
import { foldedPieces } from './fold-unicode.ts';
import { undoPercent } from './undo-percent.ts';

/** Documents in documents: programs that pass messages on pack them so. */
const MAX_DEPTH = 4;
const DOCUMENT_START = /^[\s\0]*(?:[{["#]|\/[/*]|\xef\xbb\xbf|\)\]\}')/;
/** cookie-parser's mark for a cookie that it parses as JSON. */
const JSON_COOKIE = /^j:(?=[{["])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NOT_ASCII = /[^\x00-\x7f]/;

/** Numbers, words, short tokens: nothing can be written with them, and documents are full of them. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

export interface ValueReadingLimits {
  readonly jsonDepth: number;
  /** Of all documents together. */
  members: number;
  /** Of all readings together. */
  bytes: number;
}

/**
 * What programs may make of a value beside what it is: what it says once all percent escapes are undone, with characters
 * folded to those that they are compatible with, and what its members say if it is JSON, each of them read so again. The
 * readings bear the value's own name, so that exceptions for its place hold for them.
 */
export class ValueReader {
  readonly found: Entry[] = [];
  /** The limit because of which something was left out. */
  limit: RequestLimit | null = null;
  readonly #limits: ValueReadingLimits;
  readonly #budget: ReadingBudget;

  constructor(limits: ValueReadingLimits, budget: ReadingBudget) {
    this.#limits = limits;
    this.#budget = budget;
  }

  /** Rules undo one layer of percent escapes themselves. */
  *read(collection: string, key: ByteString | null, value: ByteString, depth = 0): Pausable<void> {
    const unescaped = undoPercent(value);
    if (unescaped !== value && unescaped !== percentDecode(value, false))
      this.#add(collection, key, unescaped);
    const plain = unescaped.replace(JSON_COOKIE, '');
    if (this.#isSliceOver(value.length)) yield;
    if (NOT_ASCII.test(plain)) yield* this.#readFolded(collection, key, plain);
    if (DOCUMENT_START.test(plain)) yield* this.#readDocument(collection, key, plain, depth);
  }

  *#readFolded(collection: string, key: ByteString | null, value: ByteString): Pausable<void> {
    let folded = '';
    const pieces = foldedPieces(value);
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done === true) {
        if (piece.value) this.#add(collection, key, folded);
        return;
      }
      folded += piece.value;
      if (this.#isSliceOver(piece.value.length)) yield;
    }
  }

  *#readDocument(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<void> {
    if (depth >= MAX_DEPTH) {
      if (shapeAt(value, contentStart(value)) === 'json') this.limit ??= 'further readings';
      return;
    }
    const { jsonDepth, members } = this.#limits;
    const texts = yield* documentTexts(value, { depth: jsonDepth, members }, this.#budget);
    if (texts === null) return;
    this.limit ??= texts.limit;
    this.#limits.members -= texts.values.length;
    for (const name of texts.names) this.#add('ARGS_NAMES', key, name);
    for (const text of texts.values) {
      if (SHORT_WORD.test(text)) continue;
      this.#add(collection, key, text);
      if (this.limit !== null) return;
      yield* this.read(collection, key, text, depth + 1);
    }
  }

  #add(collection: string, key: ByteString | null, value: ByteString): void {
    this.#limits.bytes -= value.length;
    if (this.#limits.bytes < 0) this.limit ??= 'further readings';
    else this.found.push(new Entry(collection, key, value));
  }

  #isSliceOver(bytes: number): boolean {
    this.#budget.steps += bytes * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
    return this.#budget.isSliceOver;
  }
}
