import type { ByteString } from '../../model/api.ts';
import { cleanedValues, textsInQuotes, valuesAsTheyStand } from './content-disposition.ts';
import { percentDecode, percentDecodeAnyDigits } from './percent-decoding.ts';

/** One part of a multipart message, of any type. */
export interface LoosePart {
  readonly headers: ByteString;
  /** Length up to the blank line, or without one, of everything that may be the head. */
  readonly headLength: number;
  readonly contentType: ByteString;
  /** The last Content-Type if there are several. */
  readonly lastContentType: ByteString;
  readonly name: ByteString;
  /** Further names that some server may use for the field. */
  readonly furtherNames: ByteString[];
  /** All file names that some server may use; empty if the part is not a file. */
  readonly filenames: readonly ByteString[];
  readonly content: ByteString;
  /**
   * Further texts that some servers take for the content: those that see the head end elsewhere, or read on past a
   * boundary.
   */
  readonly furtherContents: ByteString[];
  /** Its Content-Transfer-Encoding. */
  readonly coding: ByteString;
}

const BOUNDARY = /boundary[\t ]*=[\t ]*(?:"([^"]{1,200})"|([^\s;,"]{1,200})(,[^;"]{0,200})?)/i;
const FIRST_LINE = /--([^\r\n]{1,200}?)[\t ]*\r?\n/y;
const BLANK_LINE = /\r?\n\r?\n/g;
/** A quoted value may span lines (formidable, Rack, Tomcat). A lone carriage return does not end a line (Tomcat). */
const DISPOSITION = /(?:^|\n)content-disposition[\t ]*:[\t ]*((?:"[^"]*"|[^\n])*)/gi;
const TYPES = /(?:^|\n)content-type[\t ]*:[\t \r]*([^\r\n]*)/gi;
const TRANSFER = /(?:^|\n)content-transfer-encoding[\t ]*:[\t \r]*([^\r\n]*)/gi;
const CODES_TEXT = /base64|quoted/i;
/** `name="…"`, `name*=utf-8''…`, `name*0="…"; name*1="…"` (RFC 2231). */
const PARAMETER = /(?:[;\s]|(file))name(\*[0-9]{1,3})?(\*?)[\t ]*=[\t ]*(?:"([^"]*)"|([^\s;]*))/gi;
/** The same in quotes of which a backslash keeps one from ending it, wherever other quotes stand. */
const ESCAPED_PARAMETER = /[;\s](file)?name[\t ]*=[\t ]*"([^"\\]*\\(?:[^"\\]|\\[\s\S])*)"/gi;
/** After a boundary: lines that some servers take for empty, but that do not end the head for others (Tomcat). */
const LATE_HEAD = /^[\t ]*\r?\n\r?\n(?=content-)/i;
const BACKSLASH = /\\([\s\S])/g;
const QUOTE = /"/g;
const BARE_QUOTE = /(?<!\\)"/g;
const CHARSET = /^[\w-]*'[^']*'/;
/** To some it ends a head (Bottle), to others it continues a header. */
const LINE_OF_BLANKS = /\n[\t ]+\r?\n/;
const LINE_WITHOUT_COLON = /\n([^\r\n:\t ][^\r\n:]*)\r\n/;
/** Folding: a header that continues on the next line. */
const FOLD = /\r?\n[ \t]+/g;
const BARE_LINE_FEED = /(?<!\r)\n/;
/** Up to a line's end that no reader doubts (Tomcat). */
const DISPOSITION_OVER_LINES = /(?:^|\n)content-disposition[\t ]*:((?:[^\r]|\r(?!\n))*)/gi;
const LINE_END = /[\r\n]/;
/** Maximum length of a part's head, in bytes; a longer one counts as content. */
const MAX_HEAD = 16 * 1024;

/**
 * The boundary named by a Content-Type, up to a comma and with the rest (formidable); without one, that of the body's
 * first line.
 */
export function looseBoundaries(contentType: ByteString, text: ByteString, start: number): ByteString[] {
  const named = /^\s*multipart\//i.test(contentType) ? BOUNDARY.exec(contentType) : null;
  if (named !== null) {
    const [, quoted, token = '', rest] = named;
    if (quoted !== undefined) return [quoted];
    return rest === undefined ? [token] : [token, token + rest.trimEnd()];
  }
  FIRST_LINE.lastIndex = start;
  const first = FIRST_LINE.exec(text)?.[1];
  return first === undefined ? [] : [first];
}

/**
 * Splits multipart bodies as leniently as any server: a part begins wherever the boundary occurs. The text before the
 * first boundary and after the last is a part without a head. Where a boundary is not on a line of its own, most
 * servers take it for content, so those parts are also reported joined.
 */
export function* looseParts(text: ByteString, boundary: ByteString): Generator<LoosePart> {
  const delimiter = `--${boundary}`;
  let start = 0;
  let lineStart = 0;
  /**
   * Start of a part whose head is followed directly by a boundary. Servers that require a line end before a boundary
   * (formidable) take it for content.
   */
  let openStart = -1;
  let isHeadOpen = false;
  /** The line without a colon that ends the head before a boundary, which then is part of the content. */
  let lineBefore: ByteString | null = null;
  for (let at = text.indexOf(delimiter); ; at = text.indexOf(delimiter, start)) {
    const end = at < 0 ? text.length : at;
    const isLine = at <= 0 || isBoundaryLine(text, at, at + delimiter.length);
    if (end > start) {
      const part = readPart(text.slice(start, end), start > 0, delimiter);
      if (start > 0) addTextOverBoundary(text, start, part);
      // A boundary in a head is the line without a colon that ends it.
      if (isHeadOpen)
        part.furtherContents.push(...behindEndOfHead(text.slice(start, end), delimiter, delimiter));
      if (lineBefore !== null)
        part.furtherContents.push(
          ...behindEndOfHead(delimiter + text.slice(start, end), lineBefore, delimiter),
        );
      isHeadOpen = start > 0 && (part.headers === '' || !endsWithReturns(text, start, end));
      lineBefore = isHeadOpen ? lastLineOfHead(text, start, end) : null;
      yield part;
      const late = start > 0 ? LATE_HEAD.exec(text.slice(start, Math.min(end, start + MAX_HEAD))) : null;
      if (late !== null) yield readPart(text.slice(start + late[0].length, end), true, delimiter);
    }
    if (isLine && lineStart < start && end > lineStart)
      yield readPart(text.slice(lineStart, end), lineStart > 0, delimiter);
    if (isLine || at < 0) {
      if (openStart >= 0) yield readPart(text.slice(openStart, end), true, delimiter);
      openStart =
        lineStart > 0 && text.endsWith('\r\n\r\n', end) && isHead(text, lineStart, end) ? lineStart : -1;
    }
    if (at < 0) return;
    start = at + delimiter.length;
    if (isLine) lineStart = start;
  }
}

function lastLineOfHead(text: ByteString, start: number, end: number): ByteString | null {
  if (end - start > MAX_HEAD) return null;
  const head = text.slice(start, end);
  const odd = LINE_WITHOUT_COLON.exec(head);
  return odd !== null && odd.index + odd[0].length === head.length ? odd[1]! : null;
}

/** Whether a head ends here to those, too, that mind no line without a return (formidable, Tomcat). */
const endsWithReturns = (text: ByteString, start: number, end: number): boolean =>
  text.slice(start, Math.min(end, start + MAX_HEAD)).includes('\r\n\r\n');

/** Whether the text is only a head, including its blank line. */
const isHead = (text: ByteString, start: number, end: number): boolean =>
  end - start <= MAX_HEAD && text.slice(start, end).search(BLANK_LINE) === end - start - 4;

/**
 * A quoted text that is not closed within its head continues after the boundary (Rack), with or without the quotes.
 * Some readers do not take a quote after a backslash for one.
 */
function addTextOverBoundary(text: ByteString, start: number, { headLength, furtherNames }: LoosePart): void {
  const head = text.slice(start, start + headLength);
  for (const quote of head.includes('\\"') ? [QUOTE, BARE_QUOTE] : [QUOTE]) {
    const quotes = Array.from(head.matchAll(quote), ({ index }) => index);
    if (quotes.length % 2 === 0) continue;
    const open = quotes.at(-1)!;
    // Or up to the end of its head (Tomcat).
    furtherNames.push(head.slice(open + 1), head.slice(open));
    const behind = text.slice(start + open + 1, start + open + 1 + MAX_HEAD);
    const close = behind.search(quote);
    if (close < 0) continue;
    const name = behind.slice(0, close);
    for (const one of new Set([name, name.replace(BACKSLASH, '$1')])) furtherNames.push(one, `"${one}"`);
  }
}

/**
 * As formidable and multiparty do: what follows a head line without a colon is content. They put as many bytes of the
 * boundary in front of it as that line has, and one character of what follows.
 */
function behindEndOfHead(rest: ByteString, line: ByteString, delimiter: ByteString): ByteString[] {
  const content = withoutLineEnd(rest.replace(/^\r\n/, ''));
  const found = `\r\n${delimiter}`;
  const isLonger = line.length > found.length;
  return (isLonger ? ['-', '\r'] : ['']).map((sign) => (found + sign).slice(0, line.length) + content);
}

const BEHIND_BOUNDARY = /(?:--)?(?:\r\n|$)/y;

function isBoundaryLine(text: ByteString, start: number, end: number): boolean {
  BEHIND_BOUNDARY.lastIndex = end;
  return text.startsWith('\r\n', start - 2) && BEHIND_BOUNDARY.test(text);
}

function readPart(text: ByteString, hasHead: boolean, delimiter: ByteString): LoosePart {
  BLANK_LINE.lastIndex = 0;
  const beginning = hasHead ? text.slice(0, MAX_HEAD) : '';
  const blank = hasHead ? BLANK_LINE.exec(beginning) : null;
  const headers = blank === null ? '' : text.slice(0, blank.index);
  const content = withoutLineEnd(blank === null ? text : text.slice(BLANK_LINE.lastIndex));
  const unfolded = headers.replace(FOLD, ' ');
  // Of two, servers may use either, and only one may change anything.
  const codings = Array.from(unfolded.matchAll(TRANSFER), ([, coding = '']) => coding);
  const types = Array.from(unfolded.matchAll(TYPES), ([, type = '']) => type);
  const blanks = hasHead && blank === null ? LINE_OF_BLANKS.exec(beginning) : null;
  // If there are two, servers may use either.
  const names = namesIn(dispositionsIn(unfolded));
  return {
    headers: unfolded,
    headLength: blank?.index ?? beginning.length,
    contentType: types[0] ?? '',
    lastContentType: types.at(-1) ?? '',
    name: names.plain,
    furtherNames: [
      ...names.further,
      ...namesOverLines(headers),
      ...(blank === null || blank[0].startsWith('\r\n\r') ? [] : namesOverLines(headUpToReturns(beginning))),
      ...(blanks === null ? [] : everyName(beginning.slice(0, blanks.index))),
    ],
    filenames: names.ofFiles,
    content,
    furtherContents: hasHead ? furtherContents(text, beginning, delimiter) : [],
    coding: codings.find((one) => CODES_TEXT.test(one)) ?? codings[0] ?? '',
  };
}

function furtherContents(text: ByteString, beginning: ByteString, delimiter: ByteString): ByteString[] {
  const contents: ByteString[] = [];
  // An almost complete boundary, which formidable and multiparty put back into the content.
  if (text.includes(`\r\n${delimiter}\r`)) {
    BLANK_LINE.lastIndex = 0;
    if (BLANK_LINE.test(beginning))
      contents.push(
        withoutLineEnd(
          text.slice(BLANK_LINE.lastIndex).replaceAll(`\r\n${delimiter}\r`, `\r\n${delimiter}-`),
        ),
      );
  }
  const blanks = LINE_OF_BLANKS.exec(beginning);
  if (blanks !== null) contents.push(withoutLineEnd(text.slice(blanks.index + blanks[0].length)));
  const odd = LINE_WITHOUT_COLON.exec(beginning);
  BLANK_LINE.lastIndex = 0;
  if (odd !== null && odd.index < (BLANK_LINE.exec(beginning)?.index ?? beginning.length))
    contents.push(...behindEndOfHead(text.slice(odd.index + odd[0].length), odd[1]!, delimiter));
  return contents;
}

/** Joins several headers into one. */
const dispositionsIn = (head: ByteString): ByteString =>
  Array.from(head.matchAll(DISPOSITION), ([, value]) => value).join('; ');

interface DispositionNames {
  /** The field name as most servers read it. */
  plain: ByteString;
  further: ByteString[];
  ofFiles: ByteString[];
}

/** All possible names: either of two, with and without character set and escapes, and joined from pieces. */
function namesIn(disposition: ByteString): DispositionNames {
  const names: DispositionNames = { plain: '', further: [], ofFiles: [] };
  const pieces: { readonly field: Piece[]; readonly file: Piece[] } = { field: [], file: [] };
  for (const [, file, piece, star, quoted, token] of disposition.matchAll(PARAMETER)) {
    const value = quoted ?? token ?? '';
    if (value === '') continue;
    const decoded = percentDecode(value.replace(CHARSET, ''), false);
    // Some servers (Rack) do not accept a quoted text over two lines, and keep the quotes.
    if (quoted !== undefined && LINE_END.test(quoted)) names.further.push(`"${quoted}"`);
    if (piece !== undefined)
      pieces[file === undefined ? 'field' : 'file'].push({
        number: Number(piece.slice(1)),
        text: star === '' ? value : decoded,
      });
    const odd = star === '' ? null : percentDecodeAnyDigits(value.replace(CHARSET, ''));
    if (odd !== null) (file === undefined ? names.further : names.ofFiles).push(odd);
    if (file !== undefined) names.ofFiles.push(...new Set([percentDecode(value, false), decoded]));
    else if (names.plain === '' && piece === undefined && star === '') names.plain = value;
    else names.further.push(...new Set([value, decoded]));
  }
  if (disposition.includes('\\'))
    for (const [, file, quoted = ''] of disposition.matchAll(ESCAPED_PARAMETER))
      (file === undefined ? names.further : names.ofFiles).push(
        ...new Set([quoted.replaceAll('\\"', '"'), quoted.replace(BACKSLASH, '$1')]),
      );
  names.further.push(...cleanedValues(disposition), ...joined(pieces.field));
  names.ofFiles.push(...joined(pieces.file));
  return names;
}

interface Piece {
  readonly number: number;
  readonly text: ByteString;
}

/** As they stand there, and by their numbers (Go). */
function joined(pieces: readonly Piece[]): ByteString[] {
  if (pieces.length === 0) return [];
  const textOf = (some: readonly Piece[]) => some.map(({ text }) => text).join('');
  const byNumber = pieces.toSorted((one, other) => one.number - other.number);
  return [...new Set([textOf(pieces), textOf(byNumber)])];
}

/** Names of fields and files in a head that ends with a line of blanks (Bottle). */
function everyName(head: ByteString): ByteString[] {
  const unfolded = head.replace(FOLD, ' ');
  const { plain, further, ofFiles } = namesIn(dispositionsIn(unfolded));
  return [plain, ...further, ...ofFiles, ...textsInQuotes(unfolded)].filter((name) => name !== '');
}

/** The head of those to whom a blank line without returns does not end it (Tomcat). */
function headUpToReturns(beginning: ByteString): ByteString {
  const end = beginning.indexOf('\r\n\r\n');
  return end < 0 ? beginning : beginning.slice(0, end);
}

/**
 * Values of parameters as they stand where lines are not what they look like: one that goes on in the next, to which some put
 * no blank in between (Bottle), and one that a line feed without a return does not end (Tomcat).
 */
function namesOverLines(headers: ByteString): ByteString[] {
  const solid = headers.replace(FOLD, '');
  const forms = solid === headers ? [] : [solid];
  if (BARE_LINE_FEED.test(headers)) forms.push(headers);
  return forms.flatMap((form) =>
    Array.from(form.matchAll(DISPOSITION_OVER_LINES), ([, value = '']) => valuesAsTheyStand(value)).flat(),
  );
}

function withoutLineEnd(text: ByteString): ByteString {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
