import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { endsSlice, MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { contentStart, shapeAt } from '../body-processors/sniff.ts';
import type { RequestLimit } from '../body-processors/types.ts';
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
import { cellsOf, separatorOf } from './table-cells.ts';
import { headBesideIssuer, tokenDocuments } from './token-claims.ts';
import { mayHaveEscapes, undoEscapes } from './undo-escapes.ts';
import { undoPercent } from './undo-percent.ts';
import { XML_DOCUMENT, xmlTexts } from './xml-texts.ts';

/** Documents in documents: programs that pass messages on pack them so. */
const MAX_DEPTH = 4;
/** Packed within what was packed, which is no level of its own: what is packed is mostly a document. */
const MAX_UNPACKINGS = 4;
/** Of escapes in escapes, beside those of percent signs, of which all are undone at once. */
const MAX_LAYERS = 3;
const DOCUMENT_START =
  /^[\s\0,]*(?:[{["#]|\/[/*]|\xef\xbb\xbf|\)\]\}'|(?:query|mutation|subscription|fragment)\b)/;
/** What stands for a quote, a backslash, a line's end or the sign of a comment. */
const CODED_SYNTAX = /%(?:u00)?(?:0[ad]|2[237]|5c)/i;
/** Where the key is that a token is signed with. */
const TOKEN_HEAD = /"(?:kid|jku|x5u|jwk)"\s{0,8}:/;
/** Digits of base64 that also stand between two texts in it. */
const PARTING_DIGIT = /[/_-]/;
/** cookie-parser's mark for a cookie that it parses as JSON. */
const JSON_COOKIE = /^j:(?=[{["])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NOT_ASCII = /[^\x00-\x7f]/;
/** ASCII in more bytes than it needs. */
const OVERLONG = /[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/;

/** The same to its end: Jackson reads it as ASCII, and folds nothing else. */
const OVERLONG_ASCII = /[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]|\xf0\x80[\x80\x81][\x80-\xbf]/g;
const asciiOf = (bytes: ByteString): ByteString =>
  String.fromCharCode(
    ((bytes.charCodeAt(bytes.length - 2) & 1) << 6) | (bytes.charCodeAt(bytes.length - 1) & 0x3f),
  );

/** Once as a text, once by its members, and as much for what is coded in them. */
const TIMES_UNPACKED = 4;

/** So many bytes tell whether it is a text. */
const MIN_UNPACKED = 256;

/** What reading a value costs, however short it is, in steps of a matcher. */
const STEPS_PER_READING = 1500;

/** Numbers, words, short tokens: nothing can be written with them, and documents are full of them. */
export const SHORT_WORD = /^(?!__proto__)[\w.-]{0,20}$/;

export interface ValueReadingLimits {
  readonly jsonDepth: number;
  /** Of all documents together. */
  members: number;
  /** Of all readings together. */
  bytes: number;
  /** Of what is unpacked, which was not sent. */
  unpacked: number;
}

/** More than a value of 256 bytes can have members, or come to when it is unpacked. */
const ROOM_FOR_SHORT = { members: 256, unpacked: 1024 * 1024 } as const;

interface ReadingMark extends Pick<ValueReadingLimits, 'members' | 'bytes' | 'unpacked'> {
  readonly found: number;
  readonly limit: RequestLimit | null;
}

/**
 * What programs may make of a value beside what it is: what it says once escapes of all kinds are undone, with characters
 * folded to those that they are compatible with, out of base64, and what its members say if it is JSON or a token, each of
 * them read so again. The readings bear the value's own name, so that exceptions for its place hold for them.
 */
export class ValueReader {
  /** Behind those that it was given. */
  readonly found: Entry[];
  /** The limit because of which something was left out. */
  limit: RequestLimit | null = null;
  private readonly limits: ValueReadingLimits;
  private readonly budget: ReadingBudget;
  /** Around the value that is being read. */
  private unpackings = 0;

  constructor(limits: ValueReadingLimits, budget: ReadingBudget, before: readonly Entry[]) {
    this.found = before.slice();
    this.limits = limits;
    this.budget = budget;
  }

  /** Where it stands, for {@link membersSince}. */
  mark(): ReadingMark {
    const { members, bytes, unpacked } = this.limits;
    return { found: this.found.length, limit: this.limit, members, bytes, unpacked };
  }

  /** How many members were counted since then; `null`: something else came of it, or there was no room to look at all of it. */
  membersSince({ found, limit, members, bytes, unpacked }: ReadingMark): number | null {
    const isFruitless =
      this.found.length === found && this.limits.bytes === bytes && this.limits.unpacked === unpacked;
    // Beyond a limit, or close to one, less is looked at than there is: that would hide it in other requests.
    const hadRoom =
      limit === null &&
      this.limit === null &&
      Number.isFinite(members) &&
      members >= ROOM_FOR_SHORT.members &&
      unpacked >= ROOM_FOR_SHORT.unpacked;
    return isFruitless && hadRoom ? members - this.limits.members : null;
  }

  /** As a reading would that comes to nothing else. False: there is no room for them, which only a reading can tell. */
  countMembers(members: number): boolean {
    if (this.limits.members < members) return false;
    this.limits.members -= members;
    return true;
  }

  /** Rules undo one layer of percent escapes themselves. */
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
    // Who takes such bytes for ASCII (Jackson) leaves the escapes as they are.
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
    // A percent sign's escape may come to a quote, which cuts the texts of a document elsewhere.
    if (DOCUMENT_START.test(value) && (wasNested || CODED_SYNTAX.test(value)))
      yield* this.readDocument(collection, key, value.replace(JSON_COOKIE, ''), depth);
    // Documents have escapes of their own, and are parsed with them.
    const isRead = yield* this.readContent(collection, key, text, depth);
    if (!isRead && plain !== text) yield* this.readContent(collection, key, plain, depth);
  }

  /** Each layer is looked at: a further one may undo too much. */
  private *undoEscapes(collection: string, key: ByteString | null, text: ByteString): Pausable<ByteString> {
    let plain = text;
    for (let layer = 0; layer < MAX_LAYERS; layer++) {
      const undone = yield* undoEscapes(plain, this.budget);
      if (undone === null) break;
      this.add(collection, key, undone);
      plain = (yield* undoPercent(undone, this.budget)).text;
      if (plain !== undone) this.add(collection, key, plain);
      if (endsSlice(this.budget, undone.length)) yield;
    }
    return plain;
  }

  /** True: all of it was read as what it is. */
  private *readContent(
    collection: string,
    key: ByteString | null,
    text: ByteString,
    depth: number,
  ): Pausable<boolean> {
    let isRead = false;
    if (DOCUMENT_START.test(text)) isRead = yield* this.readDocument(collection, key, text, depth);
    else if (XML_DOCUMENT.test(text)) return yield* this.readMarkup(collection, key, text, depth);
    else if (depth < MAX_DEPTH && mayBeCoded(text))
      isRead = yield* this.readCoded(collection, key, text, depth);
    if (text.length >= MIN_WITHIN && depth < MAX_DEPTH) {
      if (!isRead) yield* this.readWithin(collection, key, text, depth);
      // What is coded from end to end may be several things that are; parts of a token have been read as that.
      else if (PARTING_DIGIT.test(text) && !text.includes('.'))
        yield* this.readRuns(collection, key, { text, isRead: true }, depth);
    }
    return isRead;
  }

  /** What stands within a text: what is coded in a sentence or between quotes of any syntax, values of addresses, cells. */
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
      if (SHORT_WORD.test(cell)) continue;
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
      // None hides the others: what decodes to a text may take their digits with it.
      const read = new Set<number>(isWholeRead ? [0] : []);
      for (const start of starts) {
        // As a whole it has been tried, with what pads it.
        if (start === 0 && (isWholeRead || end === text.length)) continue;
        if (yield* this.readWhollyCoded(collection, key, text.slice(start, end), depth)) read.add(start);
      }
      yield* this.readWithinRun(collection, key, { text, run, read }, depth);
    }
  }

  /**
   * Who takes one piece of a run, or its digits from some place on, decodes what stands there. What a piece comes to begins what was
   * read from its first digit on.
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

  /** What tokens say, and what is base64 or hexadecimal digits from end to end, or behind a name. */
  private *readCoded(
    collection: string,
    key: ByteString | null,
    value: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth >= MAX_DEPTH || !mayBeCoded(value)) return false;
    if (yield* this.readWhollyCoded(collection, key, value, depth)) return true;
    const behind = codedBehindName(value);
    // What stands in front is seen as it is.
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
      // Of a token's head it counts which member says what.
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

  /** Makes room for what comes of it: readings may be some times the length of what is read. */
  private *unpacked(value: ByteString): Pausable<ByteString | null> {
    // What is over a limit already is not worth the work.
    if (this.limit !== null) return null;
    // Without room, too, what only looks packed is told from what is.
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

  /** A reading of the place with this name, if there is room for it. */
  add(collection: string, key: ByteString | null, value: ByteString): void {
    this.limits.bytes -= value.length;
    if (this.limits.bytes < 0) this.limit ??= 'further readings';
    else this.found.push(new Entry(collection, key, value));
  }
}
