import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { PIECE } from './form-pairs.ts';

const FOLD = String.raw`(?:\r?\n[ \t]){0,4}`;
const folded = (word: string): string => [...word].join(FOLD);
/**
 * Calendars (RFC 5545) and cards (RFC 6350, and vCard 2.1 of telephones): readers look for the line that begins one, joined like any
 * other, in a group or with parameters.
 */
const BEGINS = new RegExp(
  String.raw`(?:^|[\r\n])(?:\xef\xbb\xbf)?[ \t]{0,8}(?:[\w-]{1,40}\.)?${folded('BEGIN')}${FOLD}(?:;[^:\r\n]{0,200})?${folded(':V')}(?:${FOLD}[A-Z]){3}`,
  'i',
);
/** The name of a property with its parameters, in which quotes may hold a colon. */
const PROPERTY = /^[\w.-]{1,80}((?:;(?:[^";:]|"[^"]*")*)*):/;
/** Folds within a property's beginning, of which it is asked whether soft breaks follow. */
const MAX_HEAD_FOLDS = 16;
const PARAMETER = /;[^=;:"]{0,80}=?((?:[^";:]|"[^"]*")*)/g;
const QUOTES = /"/g;
/** Within a parameter's quotes (RFC 6868). */
const PARAMETER_ESCAPE = /\^([n'^])/g;
const PARAMETER_SIGNS: Readonly<Record<string, string>> = { n: '\n', "'": '"', '^': '^' };
/** After a longer prefix, the value is covered by the judgement of the whole text. */
const MAX_HEAD = 4096;
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=;|$)/i;
const ESCAPED_BYTE = /=([0-9A-F]{2})/gi;
const ESCAPE = /\\([\\,;:nN])/g;
/** Beside a quote an escaped semicolon stays: a name in quotes and a sentence behind it would be read as SQL. */
const ESCAPE_OF_LINE = /\\([\\nN])/g;
const QUOTE = /['"`]/;
const SHORT_WORD = /^[\w.-]{0,20}$/;
const BEGINS_WORD = /^[\w\x80-\xff]/;
/** Longer values are passed on encoded. */
const MAX_UNDONE = 64 * 1024;

export const isContentLines = (text: ByteString): boolean => BEGINS.test(text);

/** No beginning of a card is longer, however it is folded. */
const MAX_BEGINNING = 1024;

/** Position of a text's first card or calendar, searched in pieces; -1 without one. */
export function* contentLinesStart(text: ByteString, budget: ReadingBudget): Pausable<number> {
  for (let at = 0; at < text.length; at += PIECE) {
    // Where the piece begins no line does, unless the byte before it ends one.
    const before = at === 0 ? '' : `x${text[at - 1]}`;
    const found = BEGINS.exec(before + text.slice(at, at + PIECE + MAX_BEGINNING));
    if (endsSlice(budget, PIECE)) yield;
    if (found !== null) return at + found.index - before.length;
  }
  return -1;
}

/**
 * Values of the properties, as programs get them: folded lines joined, quoted-printable and escapes decoded. `null`
 * every {@link PIECE} bytes, as a point to pause.
 * @param isJudged the text itself is judged as a whole: of a value that is unchanged in it, only one that begins with a
 * sign adds anything
 */
export function* contentLineValues(text: ByteString, isJudged = false): Generator<ByteString | null> {
  let pausedAt = 0;
  for (let at = 0; at < text.length; ) {
    let end = lineEnd(text, at);
    const pieces = [text.slice(at, end)];
    let head = PROPERTY.exec(pieces[0]!.slice(0, MAX_HEAD));
    for (at = pastBreak(text, end); at < text.length; at = pastBreak(text, end)) {
      const isSoft = text[end - 1] === '=' && head !== null && QUOTED_PRINTABLE.test(head[1]!);
      if (isSoft) pieces.push(pieces.pop()!.slice(0, -1));
      else if (text[at] === ' ' || text[at] === '\t') at++;
      else break;
      end = lineEnd(text, at);
      pieces.push(text.slice(at, end));
      if (head === null && pieces.length <= MAX_HEAD_FOLDS)
        head = PROPERTY.exec(pieces.join('').slice(0, MAX_HEAD));
      if (at - pausedAt < PIECE) continue;
      pausedAt = at;
      yield null;
    }
    yield* valuesOfLine(pieces.join(''), pieces.length > 1, isJudged);
    if (at - pausedAt < PIECE) continue;
    pausedAt = at;
    yield null;
  }
}

/** @param isFolded it is folded in the text */
function* valuesOfLine(line: ByteString, isFolded: boolean, isJudged: boolean): Generator<ByteString> {
  const property = PROPERTY.exec(line.slice(0, MAX_HEAD));
  if (property === null) {
    // Not to every reader: some mind no quotes, and no length.
    const colon = line.indexOf(':');
    const behind = colon < 0 ? '' : line.slice(colon + 1);
    if (isFolded) yield line;
    if (behind !== '') yield behind;
    return;
  }
  for (const [, parameter] of property[1]!.matchAll(PARAMETER)) {
    const said = parameter!
      .replaceAll(QUOTES, '')
      .replaceAll(PARAMETER_ESCAPE, (_, sign: string) => PARAMETER_SIGNS[sign]!);
    if (!SHORT_WORD.test(said)) yield said;
  }
  const written = line.slice(property[0].length);
  const value = written.length > MAX_UNDONE ? written : undone(written, QUOTED_PRINTABLE.test(property[1]!));
  const isSeen = isJudged && !isFolded && value === written && BEGINS_WORD.test(value);
  if (value !== '' && !isSeen) yield value;
}

function undone(value: ByteString, isCoded: boolean): ByteString {
  const bytes = isCoded
    ? value.replaceAll(ESCAPED_BYTE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : value;
  return bytes.replaceAll(QUOTE.test(bytes) ? ESCAPE_OF_LINE : ESCAPE, (_, sign: string) =>
    sign === 'n' || sign === 'N' ? '\n' : sign,
  );
}

/** Where it ends, without its break. */
function lineEnd(text: ByteString, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed < 0 ? text.length : feed;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}

const pastBreak = (text: ByteString, end: number): number => end + (text[end] === '\r' ? 2 : 1);
