import type { ByteString } from '../../model/api.ts';
import { alone, endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { decodeCharset } from '../body-processors/charset.ts';
import { ebcdicDecoder } from '../body-processors/ebcdic.ts';
import { EqualNames, equalNames } from '../body-processors/equal-names.ts';
import { PIECE } from '../body-processors/form-pairs.ts';
import { percentDecode, percentDecodeInSlices } from '../body-processors/percent-decoding.ts';
import { bracketNames } from '../request-readings/bracket-names.ts';
import { lowBytes } from '../request-readings/low-bytes.ts';
import { namesOverPairs } from '../request-readings/names-over-pairs.ts';
import { semicolonPairs } from '../request-readings/semicolon-pairs.ts';
import type { TransactionState } from '../state/state.ts';
import { ReadingSink, WHOLE_TEXT } from './reading-sink.ts';

/** Runs of ASCII, and of other bytes. */
const RUNS = /[\x80-\xff]+|[^\x80-\xff]+/g;
const NOT_ASCII = /[\x80-\xff]/;
const STEPS_PER_RUN = 500;
/** To look one up among the others, by all of it and by what ASP.NET minds of it, and to keep it. */
const STEPS_PER_NAME = 250;
const UTF_7 = /utf-7$/;
const LINE_FEED = /\n|%0a/i;
const ESCAPE_OR_BYTE = /[%\x80-\xff]/;

/** Readings of a form by some servers, besides the common one. */
export class FormReader {
  private readonly state: TransactionState;
  private readonly separator: string;
  private readonly sink: ReadingSink;

  constructor(state: TransactionState, separator: string) {
    this.state = state;
    this.separator = separator;
    this.sink = new ReadingSink(state);
  }

  /** Adding to many packed arguments would make entries of all of them at a stretch. */
  *unpack(): Pausable<void> {
    while (!this.state.args.unpackSome(this.sink.budget)) yield;
  }

  /** Names of a form as qs cuts them. */
  *readBracketNames(text: ByteString): Pausable<void> {
    for (const name of bracketNames(text, this.sink.budget)) {
      if (name === undefined) {
        yield;
        continue;
      }
      yield* this.unpack();
      if (!this.sink.argument(name, '')) return;
    }
  }

  /** Names of a form as ASP.NET Core cuts them, and the values of those that are equal. */
  *readNamesOverPairs(text: ByteString): Pausable<void> {
    const names = new EqualNames((coded) => percentDecode(coded, true));
    let hasOver = false;
    for (const [name, value, isOver] of namesOverPairs(text)) {
      this.sink.budget.steps += STEPS_PER_NAME;
      if (endsSlice(this.sink.budget, name.length + value.length)) yield;
      const joined = names.take(name, value);
      hasOver ||= isOver;
      if (!hasOver || (joined === null && !isOver)) continue;
      yield* this.unpack();
      if (joined !== null) this.sink.argument(...joined);
      if (isOver && !this.sink.argument(name, '')) return;
    }
    if (!hasOver) return;
    yield* this.unpack();
    for (const joined of names.rest()) {
      if (endsSlice(this.sink.budget, joined === null ? 1 : joined[1].length)) yield;
      if (joined !== null && !this.sink.argument(...joined)) return;
    }
  }

  /** Names of a form without the line ends that Netty takes out of them. */
  *readNamesOverLines(text: ByteString): Pausable<void> {
    const { budget } = this.sink;
    for (const piece of piecesOf(text, this.separator)) {
      if (endsSlice(budget, piece.length)) yield;
      const equals = piece.indexOf('=');
      const coded = equals < 0 ? piece : piece.slice(0, equals);
      if (!(yield* alone(budget, coded.length, () => LINE_FEED.test(coded)))) continue;
      const name = yield* withoutLineFeeds(yield* percentDecodeInSlices(coded, true, budget), budget);
      yield* this.unpack();
      if (!this.sink.argument(name, '')) return;
    }
  }

  /** Pairs of a form as Node reads them whose escapes are broken. */
  *readLowBytes(text: ByteString): Pausable<void> {
    const { budget } = this.sink;
    for (const piece of piecesOf(text, this.separator)) {
      if (endsSlice(budget, piece.length)) yield;
      const equals = piece.indexOf('=');
      const coded = equals < 0 ? piece : piece.slice(0, equals);
      const name = yield* lowBytes(coded, budget);
      const value = equals < 0 ? null : yield* lowBytes(piece.slice(equals + 1), budget);
      if (name === null && value === null) continue;
      yield* this.unpack();
      if (!this.sink.argument(name ?? (yield* percentDecodeInSlices(coded, true, budget)), value ?? ''))
        return;
    }
  }

  /** Pairs of a form as Rack cuts them. */
  *readSemicolonPairs(text: ByteString): Pausable<void> {
    for (const pair of semicolonPairs(text)) {
      if (endsSlice(this.sink.budget, pair === null ? 1 : pair[1].length)) yield;
      if (pair === null) continue;
      yield* this.unpack();
      if (!this.sink.argument(...pair)) return;
    }
  }

  /** Values of equal names of a form as one; each of them has been judged by itself. */
  *readEqualNames(text: ByteString): Pausable<void> {
    for (const pair of equalNames(text)) {
      this.sink.budget.steps += STEPS_PER_NAME;
      if (endsSlice(this.sink.budget, pair === null ? 1 : pair[1].length)) yield;
      if (pair === null) continue;
      yield* this.unpack();
      if (this.sink.argumentsLeft() === 0) return;
      this.sink.argument(...pair);
    }
  }

  /** A form whose percent-escapes encode bytes of this character set, as ASP.NET reads them. */
  *readFormIn(charset: string, text: ByteString): Pausable<void> {
    // Without a byte order mark Java assumes big-endian, browsers little-endian.
    if (charset === 'utf-16') yield* this.readFormIn('utf-16be', text);
    const { budget } = this.sink;
    const meaning = function* (coded: ByteString, plusIsBlank = true): Pausable<ByteString> {
      const bytes = yield* percentDecodeInSlices(coded, plusIsBlank, budget);
      const decoded = yield* decodeCharset(charset, bytes, budget);
      return decoded === 'same' || decoded === 'unknown' ? bytes : decoded;
    };
    // A plus sign is a blank of the decoded text, not a byte before decoding (Jetty).
    const meaningBetweenBlanks = function* (coded: ByteString): Pausable<ByteString> {
      const texts: ByteString[] = [];
      for (const run of coded.split('+')) {
        if (endsSlice(budget)) yield;
        texts.push(yield* meaning(run, false));
      }
      return texts.join(' ');
    };
    // What stands before the first escape, or the first byte that is not ASCII, may be read as it is (Undertow).
    const meaningBehind = function* (coded: ByteString, at: number): Pausable<ByteString> {
      return coded.slice(0, at) + (yield* meaning(coded.slice(at)));
    };
    yield* this.unpack();
    const names = new EqualNames((decoded) => decoded);
    for (const piece of piecesOf(text, this.separator)) {
      if (endsSlice(this.sink.budget, piece.length)) yield;
      const equals = piece.indexOf('=');
      const name = equals < 0 ? piece : piece.slice(0, equals);
      const value = equals < 0 ? '' : yield* meaning(piece.slice(equals + 1));
      const coded = piece.slice(equals + 1);
      const firstEscape = equals < 0 ? -1 : coded.search(ESCAPE_OR_BYTE);
      const nameEscape = name.search(ESCAPE_OR_BYTE);
      if (nameEscape > 0) this.sink.argument(yield* meaningBehind(name, nameEscape), '');
      if (piece.includes('+') && !UTF_7.test(charset)) {
        const text = equals < 0 ? '' : yield* meaningBetweenBlanks(coded);
        this.sink.argument(yield* meaningBetweenBlanks(name), text);
      }
      if (firstEscape > 0) this.sink.argument(name, yield* meaningBehind(coded, firstEscape));
      const decodedName = yield* meaning(name);
      const joined = names.take(decodedName, value);
      if (joined !== null) this.sink.argument(...joined);
      if (this.sink.argument(decodedName, value)) continue;
      this.state.args.add(WHOLE_TEXT, yield* meaning(text));
      return;
    }
    for (const joined of names.rest()) {
      if (endsSlice(budget, joined === null ? 1 : joined[1].length)) yield;
      if (joined !== null && !this.sink.argument(...joined)) return;
    }
  }

  /**
   * For a form already decoded from EBCDIC or UTF-7: aiohttp decodes its percent-escapes and the ASCII around them with
   * that character set once more.
   */
  *readFormTwiceIn(charset: string, decoded: ByteString): Pausable<void> {
    if ((ebcdicDecoder(charset) === null && !UTF_7.test(charset)) || !decoded.includes('%')) return;
    const { budget } = this.sink;
    for (const piece of piecesOf(decoded, this.separator)) {
      const texts: ByteString[] = [];
      // One by one: there may be a million.
      for (const [run] of piece.matchAll(RUNS)) {
        budget.steps += STEPS_PER_RUN;
        if (budget.isSliceOver) yield;
        const bytes = NOT_ASCII.test(run) ? null : yield* percentDecodeInSlices(run, true, budget);
        texts.push(bytes === null ? run : yield* decodeCharset(charset, bytes, budget));
      }
      if (!this.sink.argument(WHOLE_TEXT, texts.join(''))) return;
      if (endsSlice(budget, piece.length)) yield;
    }
  }
}

function* withoutLineFeeds(text: ByteString, budget: ReadingBudget): Pausable<ByteString> {
  const pieces: ByteString[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    pieces.push(piece.replaceAll('\n', ''));
    if (endsSlice(budget, piece.length * 2)) yield;
  }
  return pieces.join('').trim();
}

/** As `split`, one by one: a body may have a million. */
function* piecesOf(text: ByteString, separator: string): Generator<ByteString> {
  for (let start = 0; ; ) {
    const end = text.indexOf(separator, start);
    yield text.slice(start, end < 0 ? text.length : end);
    if (end < 0) return;
    start = end + separator.length;
  }
}
