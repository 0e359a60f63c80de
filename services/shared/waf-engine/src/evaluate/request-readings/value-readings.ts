import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { endsSlice, MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { contentStart, shapeAt } from '../body-processors/sniff.ts';
import type { RequestLimit } from '../body-processors/types.ts';
import { hideEscapedCode } from '../transformations/hide-escaped-code.ts';
import { addressValues } from './address-values.ts';
import { base64Text } from './base64-text.ts';
import { textsOfCodedMessage } from './coded-message.ts';
import { CodedRuns, MIN_WITHIN, piecesOf, type Run, textsWithin } from './coded-runs.ts';
import { codedBehindName, mayBeCoded } from './coded-text.ts';
import { databaseReadings } from './database-readings.ts';
import { documentTexts } from './document-texts.ts';
import { foldedPieces } from './fold-unicode.ts';
import { halfPairReadings } from './half-pairs.ts';
import { hexText } from './hex-text.ts';
import { unpackedText } from './packed-text.ts';
import { beginsFrame, stompBodies } from './stomp-bodies.ts';
import { cellsOf, isPathCell, separatorOf } from './table-cells.ts';
import { headBesideIssuer, tokenDocuments } from './token-claims.ts';
import { mayHaveEscapes, undoEscapes } from './undo-escapes.ts';
import { undoPercent } from './undo-percent.ts';
import { XML_DOCUMENT, xmlTexts } from './xml-texts.ts';

/** Maximum nesting of documents within documents; programs that relay messages nest them like this. */
const MAX_DEPTH = 4;
/**
 * Maximum nesting of compressed data within compressed data. Counted apart from MAX_DEPTH: what is compressed is mostly
 * a document.
 */
const MAX_UNPACKINGS = 4;
/**
 * Maximum layers of nested escapes that are undone, apart from percent escapes, of which all layers are undone at once.
 */
const MAX_LAYERS = 3;
const DOCUMENT_START =
  /^[\s\0,]*(?:[{["#]|\/[/*]|\xef\xbb\xbf|\)\]\}'|(?:query|mutation|subscription|fragment)\b)/;
/** Percent escapes of a quote, a backslash, a line end or the sign of a comment. */
const CODED_SYNTAX = /%(?:u00)?(?:0[ad]|2[237]|5c)/i;
/** Matches a token header that says where its signing key is. */
const TOKEN_HEAD = /"(?:kid|jku|x5u|jwk)"\s{0,8}:/;
/** Base64 digits that may also separate two encoded texts. */
const PARTING_DIGIT = /[/_-]/;
/** Prefix with which cookie-parser marks a cookie value as JSON. */
const JSON_COOKIE = /^j:(?=[{["])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NOT_ASCII = /[^\x00-\x7f]/;
/** Overlong UTF-8: ASCII encoded in more bytes than needed. */
const OVERLONG = /[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/;

/** A complete overlong sequence, up to its last byte. Jackson decodes these as ASCII, and folds nothing else. */
const OVERLONG_ASCII = /[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]|\xf0\x80[\x80\x81][\x80-\xbf]/g;
const asciiOf = (bytes: ByteString): ByteString =>
  String.fromCharCode(
    ((bytes.charCodeAt(bytes.length - 2) & 1) << 6) | (bytes.charCodeAt(bytes.length - 1) & 0x3f),
  );

/**
 * Memory for decompressed data as a multiple of its size: once as text, once as its members, and as much again for what
 * is encoded in them.
 */
const TIMES_UNPACKED = 4;

/** Minimum number of decompressed bytes, enough to tell whether the data is text. */
const MIN_UNPACKED = 256;

/** Fixed cost of reading a value, however short, in matcher steps. */
const STEPS_PER_READING = 1500;

/**
 * Numbers, words and short tokens. No attack can be written with them, and documents are full of them, so they are
 * skipped.
 */
export const SHORT_WORD = /^(?!__proto__)[\w.-]{0,20}$/;

export interface ValueReadingLimits {
  readonly jsonDepth: number;
  /** Remaining members, over all documents. */
  members: number;
  /** Remaining bytes, over all readings. */
  bytes: number;
  /** Remaining decompressed bytes (which were not sent as such). */
  unpacked: number;
}

/** More members, and more decompressed bytes, than a value of 256 bytes can result in. */
const ROOM_FOR_SHORT = { members: 256, unpacked: 1024 * 1024 } as const;

interface ReadingMark extends Pick<ValueReadingLimits, 'members' | 'bytes' | 'unpacked'> {
  readonly found: number;
  readonly limit: RequestLimit | null;
}

/**
 * Finds what programs may read a value as besides its raw form: with escapes of all kinds undone, with characters
 * folded to their compatibility forms, decoded from base64, and the members of JSON documents and tokens; each of these
 * is read again in the same way. Readings keep the value's own name, so that exclusions for its place cover them.
 */
export class ValueReader {
  /** All readings: those passed to the constructor, then the new ones. */
  readonly found: Entry[];
  /** The limit that was hit, so that something was left out; null: none. */
  limit: RequestLimit | null = null;
  private readonly limits: ValueReadingLimits;
  private readonly budget: ReadingBudget;
  /** Current nesting of compressed data. */
  private unpackings = 0;

  constructor(limits: ValueReadingLimits, budget: ReadingBudget, before: readonly Entry[]) {
    this.found = before.slice();
    this.limits = limits;
    this.budget = budget;
  }

  /** The current state, for {@link membersSince}. */
  mark(): ReadingMark {
    const { members, bytes, unpacked } = this.limits;
    return { found: this.found.length, limit: this.limit, members, bytes, unpacked };
  }

  /**
   * The number of members counted since the mark. `null` if there were other results, or not enough room to examine
   * everything.
   */
  membersSince({ found, limit, members, bytes, unpacked }: ReadingMark): number | null {
    const isFruitless =
      this.found.length === found && this.limits.bytes === bytes && this.limits.unpacked === unpacked;
    // Beyond a limit, or close to one, less is examined than is there. A result from such a request must not be
    // remembered for others.
    const hadRoom =
      limit === null &&
      this.limit === null &&
      Number.isFinite(members) &&
      members >= ROOM_FOR_SHORT.members &&
      unpacked >= ROOM_FOR_SHORT.unpacked;
    return isFruitless && hadRoom ? members - this.limits.members : null;
  }

  /**
   * Counts members without reading, for a value known to give nothing else. False: they do not fit, so that only a real
   * reading can report the limit.
   */
  countMembers(members: number): boolean {
    if (this.limits.members < members) return false;
    this.limits.members -= members;
    return true;
  }

  /** Reads one value. Rules undo one layer of percent escapes themselves, so only further layers become readings. */
  *read(collection: string, key: ByteString | null, value: ByteString, depth = 0): Pausable<void> {
    this.budget.steps += STEPS_PER_READING;
    const { text: unescaped, wasNested } = yield* undoPercent(value, this.budget);
    if (wasNested) this.add(collection, key, unescaped);
    if (endsSlice(this.budget, value.length)) yield;
    const plain = mayHaveEscapes(unescaped) ? yield* this.undoEscapes(collection, key, unescaped) : unescaped;
    for (const reading of yield* databaseReadings(plain, this.budget)) this.add(collection, key, reading);
    const text = unescaped.replace(JSON_COOKIE, '');
    if (endsSlice(this.budget, value.length)) yield;
    const hasEscapes = plain !== unescaped;
    const isAscii = !NOT_ASCII.test(plain);
    if (!isAscii) yield* this.readFolded(collection, key, plain, depth);
    const isOverlong = (hasEscapes || !isAscii) && OVERLONG.test(unescaped);
    // Readers that decode these bytes as ASCII (Jackson) leave the escapes as they are.
    if (hasEscapes && isOverlong) yield* this.readFolded(collection, key, unescaped, depth);
    if (unescaped !== value && OVERLONG.test(value)) yield* this.readFolded(collection, key, value, depth);
    if (isOverlong) {
      if (endsSlice(this.budget, value.length)) yield;
      this.add(collection, key, unescaped.replace(OVERLONG_ASCII, asciiOf));
      if (unescaped !== value) this.add(collection, key, value.replace(OVERLONG_ASCII, asciiOf));
    }
    if (!isAscii || hasEscapes)
      for (const reading of yield* halfPairReadings(unescaped, this.budget))
        this.add(collection, key, reading);
    // A percent escape may decode to a quote, which splits the texts of a document in other places.
    if (DOCUMENT_START.test(value) && (wasNested || CODED_SYNTAX.test(value)))
      yield* this.readDocument(collection, key, value.replace(JSON_COOKIE, ''), depth);
    // Documents have escapes of their own, which their parsers undo.
    const isRead = yield* this.readContent(collection, key, text, depth);
    if (!isRead && plain !== text) yield* this.readContent(collection, key, plain, depth);
  }

  /** Adds a reading for each layer of escapes undone, since undoing a further one may go too far. */
  private *undoEscapes(collection: string, key: ByteString | null, text: ByteString): Pausable<ByteString> {
    let plain = text;
    for (let layer = 0; layer < MAX_LAYERS; layer++) {
      const undone = yield* undoEscapes(hideEscapedCode.apply(plain), this.budget);
      if (undone === null) break;
      this.add(collection, key, undone);
      plain = (yield* undoPercent(undone, this.budget)).text;
      if (plain !== undone) this.add(collection, key, plain);
      if (endsSlice(this.budget, undone.length)) yield;
    }
    return plain;
  }

  /** True if the whole value was read as one structure. */
  private *readContent(
    collection: string,
    key: ByteString | null,
    text: ByteString,
    depth: number,
  ): Pausable<boolean> {
    let isRead = false;
    const isStomp = depth < MAX_DEPTH && beginsFrame(text);
    for (const body of isStomp ? yield* stompBodies(text, this.budget) : []) {
      if (endsSlice(this.budget, text.length)) yield;
      this.add(collection, key, body);
      yield* this.read(collection, key, body, depth + 1);
    }
    if (DOCUMENT_START.test(text)) isRead = yield* this.readDocument(collection, key, text, depth);
    else if (XML_DOCUMENT.test(text)) return yield* this.readMarkup(collection, key, text, depth);
    else if (depth < MAX_DEPTH && mayBeCoded(text))
      isRead = yield* this.readCoded(collection, key, text, depth);
    if (text.length >= MIN_WITHIN && depth < MAX_DEPTH) {
      if (!isRead) yield* this.readWithin(collection, key, text, depth);
      // A value that is encoded from end to end may also be several encoded texts; the parts of a token were read as
      // such above.
      else if (PARTING_DIGIT.test(text) && !text.includes('.'))
        yield* this.readRuns(collection, key, { text, isRead: true }, depth);
    }
    return isRead;
  }

  /**
   * Reads what stands within a text: encoded pieces in a sentence or between quotes of any syntax, values of URLs,
   * table cells.
   */
  private *readWithin(
    collection: string,
    key: ByteString | null,
    text: ByteString,
    depth: number,
  ): Pausable<void> {
    yield* this.readRuns(collection, key, { text, isRead: false }, depth);
    for (const value of addressValues(text)) {
      this.add(collection, key, value);
      yield* this.read(collection, key, value, depth + 1);
    }
    if (endsSlice(this.budget, text.length)) yield;
    const separator = separatorOf(text);
    if (separator === null) return;
    for (const { text: cell } of cellsOf(text, separator)) {
      if (endsSlice(this.budget, cell.length)) yield;
      if (SHORT_WORD.test(cell) || isPathCell(cell)) continue;
      if (--this.limits.members < 0) this.limit ??= 'further readings';
      this.add(collection, key, cell);
      if (this.limit !== null) return;
      yield* this.read(collection, key, cell, depth + 1);
    }
  }

  private *readRuns(
    collection: string,
    key: ByteString | null,
    { text, isRead: isWholeRead }: { text: ByteString; isRead: boolean },
    depth: number,
  ): Pausable<void> {
    const runs = CodedRuns.ofText(text);
    while (!runs.isOver) {
      const run = runs.next(this.budget);
      if (this.budget.isSliceOver) yield;
      if (run === null) continue;
      const { starts, end } = run;
      // No run may hide the others: what decodes to text may contain their digits.
      const read = new Set<number>(isWholeRead ? [0] : []);
      for (const start of starts) {
        // The whole value has been tried already, with its padding.
        if (start === 0 && (isWholeRead || end === text.length)) continue;
        if (yield* this.readWhollyCoded(collection, key, text.slice(start, end), depth)) read.add(start);
      }
      yield* this.readWithinRun(collection, key, { text, run, read }, depth);
    }
  }

  /**
   * Reads one run of encoded digits. Programs may decode one piece of it, or its digits from some position on. Positions
   * from which something was read already are skipped.
   */
  private *readWithinRun(
    collection: string,
    key: ByteString | null,
    { text, run, read }: { text: ByteString; run: Run; read: Set<number> },
    depth: number,
  ): Pausable<void> {
    for (const found of piecesOf(text, run)) {
      const [from, to] = found ?? [0, MUCH];
      if (endsSlice(this.budget, to - from)) yield;
      if (found === null) continue;
      const piece = text.slice(from, to);
      if (
        !read.has(from) &&
        mayBeCoded(piece) &&
        (yield* this.readWhollyCoded(collection, key, piece, depth))
      )
        read.add(from);
    }
    for (const found of textsWithin(text, run)) {
      if (endsSlice(this.budget, found === null ? MUCH : found.text.length)) yield;
      if (found === null || read.has(run.start + found.start)) continue;
      this.add(collection, key, found.text);
      yield* this.read(collection, key, found.text, depth + 1);
    }
  }

  /** Reads tokens, and values that are base64 or hexadecimal from end to end, or after a name. */
  private *readCoded(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth >= MAX_DEPTH || !mayBeCoded(value)) return false;
    if (yield* this.readWhollyCoded(collection, key, value, depth)) return true;
    const behind = codedBehindName(value);
    // The text in front of the encoded part is examined as it is.
    if (behind !== null) yield* this.readWhollyCoded(collection, key, behind, depth);
    return false;
  }

  private *readWhollyCoded(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    const documents = yield* tokenDocuments(value, this.budget);
    for (const document of documents) {
      // In a token header it matters which member a value belongs to.
      if (document.includes('"alg"') && TOKEN_HEAD.test(document))
        this.add(collection, key, headBesideIssuer(document, documents[1] ?? ''));
      yield* this.read(collection, key, document, depth + 1);
    }
    if (documents.length > 0) return true;
    const text = (yield* hexText(value, this.budget)) ?? (yield* base64Text(value, this.budget));
    if (text === null && (yield* this.readPacked(collection, key, value, depth))) return true;
    const texts = text === null ? yield* textsOfCodedMessage(value, this.budget) : [text];
    for (const one of texts) {
      this.add(collection, key, one);
      yield* this.read(collection, key, one, depth + 1);
    }
    return texts.length > 0;
  }

  private *readPacked(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (this.unpackings === MAX_UNPACKINGS) return false;
    const text = yield* this.unpacked(value);
    if (text === null) return false;
    this.add(collection, key, text);
    this.unpackings++;
    yield* this.read(collection, key, text, depth);
    this.unpackings--;
    return true;
  }

  /**
   * Decompresses a value. Makes room for the result: readings may be several times as long as what they are read from.
   */
  private *unpacked(value: ByteString): Pausable<ByteString | null> {
    // When a limit is already exceeded, decompressing is wasted work.
    if (this.limit !== null) return null;
    // Even beyond the limit, decompress a little, to distinguish compressed data from what only looks like it.
    const room = Math.max(this.limits.unpacked, MIN_UNPACKED);
    const found = yield* unpackedText(value, room, this.budget);
    if (found === null) return null;
    this.limits.unpacked -= found.text.length;
    this.limits.bytes += TIMES_UNPACKED * found.text.length;
    if (!found.isAll || this.limits.unpacked < 0) this.limit ??= 'packed texts';
    return found.text === '' ? null : found.text;
  }

  private *readFolded(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<void> {
    let folded = '';
    const pieces = foldedPieces(value);
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done === true) {
        if (!piece.value) return;
        this.add(collection, key, folded);
        if (DOCUMENT_START.test(folded) && !DOCUMENT_START.test(value))
          yield* this.readDocument(collection, key, folded, depth);
        return;
      }
      folded += piece.value;
      if (endsSlice(this.budget, piece.value.length)) yield;
    }
  }

  private *readDocument(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth >= MAX_DEPTH) {
      if (shapeAt(value, contentStart(value)) === 'json') this.limit ??= 'further readings';
      return false;
    }
    const { jsonDepth, members } = this.limits;
    const texts = yield* documentTexts(value, { depth: jsonDepth, members }, this.budget);
    if (texts === null) return false;
    this.limit ??= texts.limit;
    this.limits.members -= texts.values.length;
    for (const name of texts.names) this.add('ARGS_NAMES', key, name);
    for (const text of texts.values) {
      if (SHORT_WORD.test(text)) {
        yield* this.readCoded(collection, key, text, depth + 1);
        continue;
      }
      this.add(collection, key, text);
      if (this.limit !== null) return false;
      yield* this.read(collection, key, text, depth + 1);
    }
    return texts.isWhole;
  }

  private *readMarkup(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth >= MAX_DEPTH) return false;
    for (const text of xmlTexts(value)) {
      if (endsSlice(this.budget, text.length)) yield;
      const trimmed = text.trim();
      if (SHORT_WORD.test(trimmed)) continue;
      if (--this.limits.members < 0) this.limit ??= 'further readings';
      this.add(collection, key, trimmed);
      if (this.limit !== null) return false;
      yield* this.read(collection, key, trimmed, depth + 1);
    }
    return true;
  }

  /** Adds a reading under this name, if there is room for it. */
  add(collection: string, key: ByteString | null, value: ByteString): void {
    this.limits.bytes -= value.length;
    if (this.limits.bytes < 0) this.limit ??= 'further readings';
    else this.found.push(new Entry(collection, key, value));
  }
}
