import type { ByteString } from '../../model/api.ts';
import { alone, endsSlice, type Pausable } from '../../model/pausable.ts';
import { charsetOf, decodeCharset } from '../body-processors/charset.ts';
import { textsInQuotes } from '../body-processors/content-disposition.ts';
import { ebcdicDecoder } from '../body-processors/ebcdic.ts';
import { formPairs, PIECE } from '../body-processors/form-pairs.ts';
import { looseBoundaries, looseParts } from '../body-processors/lenient-parts.ts';
import { percentDecodeInSlices } from '../body-processors/percent-decoding.ts';
import { quotedStrings } from '../body-processors/quoted-strings.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, isBinary, isReadable, shapeAt } from '../body-processors/sniff.ts';
import { textOf } from '../body-processors/text-in-bytes.ts';
import { ownTextsOfMarkup, textOfMarkup } from '../body-processors/text-of-markup.ts';
import { TextSource } from '../body-processors/text-source.ts';
import { decodeTransfer, furtherDecoded } from '../body-processors/transfer-encoding.ts';
import type { BodyProcessorLimits, BodySource, RequestLimit, XmlDocument } from '../body-processors/types.ts';
import { isYaml, yamlScalars } from '../body-processors/yaml-scalars.ts';
import { bracketNames, mayHaveBracketNames } from '../request-readings/bracket-names.ts';
import { semicolonPairs } from '../request-readings/semicolon-pairs.ts';
import type { TransactionState } from '../state/state.ts';
import { transformationsByName } from '../transformations/index.ts';
import { TransactionBodySink } from './body-sink.ts';

/** The argument that a text without structure is judged as. */
const WHOLE_TEXT = 'request_body';
/** Of the longest reference to a character that anyone undoes. */
const MAX_REFERENCE = 16;
/** A part that is a field, whatever its name is written in. */
const FIELD = /form-data/i;
/** What a server reads as text, whatever is in it. */
const TEXT_TYPE = /^\s*(?:text\/|[\w.-]+\/(?:[\w.-]+\+)?(?:json|jsonp|xml|x-ndjson|javascript|graphql)\b)/i;
/** Messages in messages, as mail has them. */
const MAX_DEPTH = 4;
/** Parts of all depths that are read by themselves; the rest is read as one. */
const MAX_PARTS = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7464 separates by it.
const BETWEEN_DOCUMENTS = /[\n\x1e]/;
/** The line feed stays: a text over two lines is none, and must not become one. */
const BETWEEN_LINES = ',\n';
/** Of ASCII, and of the rest. */
const RUNS = /[\x80-\xff]+|[^\x80-\xff]+/g;
const NOT_ASCII = /[\x80-\xff]/;
const STEPS_PER_RUN = 500;
const UTF_7 = /utf-7$/;
const ESCAPE_OR_BYTE = /[%\x80-\xff]/;
/** The first of several documents, which says nothing of what the others are. */
const WORD_OF_JSON = /(?:null|true|false|NaN|-?\d[\d.eE+-]{0,40})\s/y;
/** Behind any text there may be XML to some (Go); without these its texts are in the whole one as they are. */
const SECTION_OF_MARKUP = /<(?:!--|\?|!\[CDATA\[)/;
/** More than blanks, NULs and a byte order mark. */
const SAYS_SOMETHING = /[^\s\0\xef\xbb\xbf]/;
const GRAPHQL = /(?:query|mutation|subscription|fragment)\b|\{\s*[A-Za-z_]/y;

/** The first document is the one that `XML:…` shows; further ones are judged as text. */
class ReadingSink extends TransactionBodySink {
  /** What is too deep to be read as a document is read as text instead. */
  override limitExceeded(limit: RequestLimit): void {
    if (limit === 'arguments') super.limitExceeded(limit);
  }

  override xmlDocument(document: XmlDocument): void {
    if (this.state.xml === null) this.state.xml = document;
    else for (const path of ['/*', '//@*', '//text()']) this.values(document.select(path));
  }

  private values(values: readonly ByteString[]): void {
    for (const value of values) this.argument(WHOLE_TEXT, value);
  }
}

/**
 * Reads what a body's type does not tell: the type is only what the client says, and many servers do not ask for it. What
 * parses as a structure from end to end is judged as that; what is text besides as one value; and both, and images, too,
 * by what a form reader would find in them. Every step is linear.
 */
export class BodyReader {
  private readonly state: TransactionState;
  private readonly limits: BodyProcessorLimits;
  private readonly sink: ReadingSink;
  private partsLeft = MAX_PARTS;

  constructor(state: TransactionState, limits: BodyProcessorLimits) {
    this.state = state;
    this.limits = limits;
    this.sink = new ReadingSink(state);
  }

  /** A body, or a part, of any type or none. */
  *read(text: ByteString, contentType: ByteString, depth = 0): Pausable<void> {
    const start = contentStart(text);
    if (endsSlice(this.sink.budget, text.length)) yield;
    if (start >= text.length) return;
    const isStructure = yield* this.doReadShape(text, start, contentType, depth);
    const isText =
      !isStructure &&
      (TEXT_TYPE.test(contentType) ||
        shapeAt(text, start) !== null ||
        (yield* isReadable(text, this.sink.budget)));
    if (endsSlice(this.sink.budget, text.length)) yield;
    if (isText) yield* this.readLoose(text, start);
    yield* this.readPairs(text, start, isText);
  }

  /** A form that is a document as well: some servers read it as that, whatever its type. */
  *readShape(text: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (start < text.length) yield* this.doReadShape(text, start, '', 0);
  }

  /** A file that is a document or a form: what is neither is a file. */
  *readPart(text: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (shapeAt(text, start) !== null) yield* this.doReadShape(text, start, '', 0);
    else if (!isBinary(text)) yield* this.readPairs(text, start, true);
  }

  /** Adding to many packed arguments would make entries of all of them at a stretch. */
  *unpack(): Pausable<void> {
    while (!this.state.args.unpackSome(this.sink.budget)) yield;
  }

  /** As one value. */
  readText(text: ByteString): void {
    this.state.args.add(WHOLE_TEXT, text);
  }

  /** Names of a form as qs cuts them. */
  *readBracketNames(text: ByteString): Pausable<void> {
    if (!(yield* alone(this.sink.budget, text.length, () => mayHaveBracketNames(text)))) return;
    for (const name of bracketNames(text)) {
      if (endsSlice(this.sink.budget, name.length)) yield;
      if (name === '') continue;
      yield* this.unpack();
      if (!this.sink.argument(name, '')) return;
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

  /** A form whose escapes stand for bytes of this character set, as ASP.NET reads them. */
  *readFormIn(charset: string, text: ByteString): Pausable<void> {
    // Without a mark that tells, Java takes the higher byte first, browsers the lower one.
    if (charset === 'utf-16') yield* this.readFormIn('utf-16be', text);
    const { budget } = this.sink;
    const meaning = function* (coded: ByteString, plusIsBlank = true): Pausable<ByteString> {
      const bytes = yield* percentDecodeInSlices(coded, plusIsBlank, budget);
      const decoded = yield* decodeCharset(charset, bytes, budget);
      return decoded === 'same' || decoded === 'unknown' ? bytes : decoded;
    };
    // A plus sign is a blank of the text, not one of its bytes, which stand for something else (Jetty).
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
    for (const piece of piecesOf(text, this.limits.argumentSeparator)) {
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
      if (this.sink.argument(yield* meaning(name), value)) continue;
      this.readText(yield* meaning(text));
      return;
    }
  }

  /**
   * Of a form whose text is out of EBCDIC or UTF-7 already: aiohttp undoes its escapes with what is ASCII around them in that
   * character set once more.
   */
  *readFormTwiceIn(charset: string, decoded: ByteString): Pausable<void> {
    if ((ebcdicDecoder(charset) === null && !UTF_7.test(charset)) || !decoded.includes('%')) return;
    const { budget } = this.sink;
    for (const piece of piecesOf(decoded, this.limits.argumentSeparator)) {
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

  /** True where all of it was read, and nothing but a form's pairs could hide in it. */
  private *doReadShape(
    text: ByteString,
    start: number,
    contentType: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth < MAX_DEPTH && (/^\s*multipart\//i.test(contentType) || shapeAt(text, start) === 'multipart')) {
      const boundaries = looseBoundaries(contentType, text, start).filter((one) => text.includes(`--${one}`));
      let isAll = true;
      for (const boundary of boundaries) isAll = (yield* this.readParts(text, boundary, depth)) && isAll;
      if (boundaries.length > 0) return isAll;
    }
    const isDocument = yield* this.readDocument(text, start);
    if (!isDocument && isYaml(text, start, contentType)) yield* this.readYaml(text, start);
    return isDocument;
  }

  private *readDocument(text: ByteString, start: number): Pausable<boolean> {
    const content = start === 0 ? text : text.slice(start);
    const before = text.slice(0, start);
    // A comment, or a prefix against scripts: not to everyone (org.json).
    if (SAYS_SOMETHING.test(before)) this.readText(before);
    switch (shapeAt(text, start)) {
      case 'json':
        return (yield* this.process('JSON', new TextSource(content))) || (yield* this.readLines(content));
      case 'xml':
        return yield* this.process('XML', new TextSource(content));
      case 'multipart':
      case null:
        return false;
    }
  }

  /** Beside it, it is judged as a text: hardly anything is no YAML at all. */
  private *readYaml(text: ByteString, start: number): Pausable<void> {
    let lineStart = start;
    while (text[lineStart - 1] === ' ') lineStart--;
    for (const scalar of yamlScalars(text.slice(lineStart))) {
      if (endsSlice(this.sink.budget, scalar === null ? PIECE : scalar[1].length)) yield;
      if (scalar === null) continue;
      const [name, value] = scalar;
      if (!this.sink.argument(name === '' ? value : name, name === '' ? '' : value)) return;
    }
  }

  private *process(name: 'JSON' | 'XML', body: BodySource): Pausable<boolean> {
    const input = { body, contentType: '', limits: this.limits };
    return (yield* bodyProcessors.get(name)!(input, this.sink)) === null;
  }

  /** A document on each line. */
  private *readLines(content: ByteString): Pausable<boolean> {
    const documents: ByteString[] = [];
    let lines = 0;
    for (let at = 0; at < content.length; ) {
      const newline = content.indexOf('\n', at + PIECE);
      const end = newline < 0 ? content.length : newline + 1;
      const some = content
        .slice(at, end)
        .split(BETWEEN_DOCUMENTS)
        .filter((line) => line.trim() !== '');
      if (some.length > 0) documents.push(some.join(BETWEEN_LINES));
      lines += some.length;
      if (endsSlice(this.sink.budget, end - at)) yield;
      at = end;
    }
    return lines > 1 && (yield* this.process('JSON', new TextSource(`[${documents.join(BETWEEN_LINES)}]`)));
  }

  private *readParts(text: ByteString, boundary: ByteString, depth: number): Pausable<boolean> {
    const { budget } = this.sink;
    // To servers that look for no parts within parts it is a text.
    if (depth > 0 && (yield* isReadable(text, budget))) this.readText(text);
    for (const part of looseParts(text, boundary)) {
      if (endsSlice(this.sink.budget, part.headers.length)) yield;
      if (--this.partsLeft < 0) return false;
      for (const line of part.headers.split('\n'))
        if (line.trim() !== '') this.sink.partHeader(part.name, line.trimEnd());
      // Names in words of mail are undone with those of forms (Tomcat).
      if (part.name.includes('=?')) this.sink.multipartName(part.name);
      for (const name of part.furtherNames) this.sink.argument(name, '');
      if (part.filenames.length > 0) this.sink.furtherFilename(part.name, part.name);
      for (const filename of part.filenames) this.sink.furtherFilename(part.name, filename);
      for (const text of textsInQuotes(part.headers)) this.sink.furtherFilename(part.name, text);
      if (
        part.filenames.length === 0 &&
        (part.name !== '' || FIELD.test(part.headers) || part.headers === '')
      )
        this.sink.argument(part.name || WHOLE_TEXT, part.content);
      // A file without a type is a field to some (formidable).
      if (part.filenames.length > 0 && part.contentType === '')
        this.sink.argument(part.name || WHOLE_TEXT, yield* textOf(part.content, budget));
      for (const content of part.furtherContents) this.sink.argument(WHOLE_TEXT, content);
      yield* this.read(part.content, part.contentType, depth + 1);
      const decoded = yield* decodeTransfer(part.coding, part.content, budget);
      if (decoded !== null) yield* this.read(decoded, part.contentType, depth + 1);
      for (const text of yield* furtherDecoded(part.coding, part.content, budget))
        this.sink.argument(part.name || WHOLE_TEXT, text);
      // Those who know no transfer encodings (Bottle) know character sets.
      for (const bytes of decoded === null ? [part.content] : [decoded, part.content]) {
        const inCharset = yield* decodeCharset(charsetOf(part.contentType), bytes, budget);
        if (inCharset === 'same' || inCharset === 'unknown') break;
        yield* this.read(inCharset, part.contentType, depth + 1);
      }
    }
    return true;
  }

  private *readLoose(text: ByteString, start: number): Pausable<void> {
    this.readText(text);
    // XML that is not quite well formed, which some readers forgive.
    if (text.includes('<') && text.includes('&')) {
      const undone = yield* this.withoutReferences(text);
      if (undone.length < text.length) this.readText(undone);
    }
    if (shapeAt(text, start) === 'xml' || SECTION_OF_MARKUP.test(text)) {
      this.readText(yield* this.withoutReferences(yield* textOfMarkup(text, this.sink.budget)));
      for (const own of yield* ownTextsOfMarkup(text, this.sink.budget))
        if (!this.sink.argument(WHOLE_TEXT, yield* this.withoutReferences(own))) return;
    }
    GRAPHQL.lastIndex = start;
    // A text in quotes, of a reader that stops behind it, is a document, too.
    WORD_OF_JSON.lastIndex = start;
    if (
      !GRAPHQL.test(text) &&
      shapeAt(text, start) !== 'json' &&
      !/["']/.test(text[start]!) &&
      !WORD_OF_JSON.test(text)
    )
      return;
    for (const value of quotedStrings(text)) {
      if (endsSlice(this.sink.budget, value === null ? PIECE : 0)) yield;
      if (value !== null && !this.sink.argument(WHOLE_TEXT, value)) return;
    }
  }

  /** Without references to characters, undone piece by piece; no piece ends within one. */
  private *withoutReferences(text: ByteString): Pausable<ByteString> {
    const pieces: ByteString[] = [];
    for (let at = 0; at < text.length; ) {
      let end = Math.min(at + PIECE, text.length);
      const open = end < text.length ? text.lastIndexOf('&', end) : -1;
      if (open > at && open > end - MAX_REFERENCE) end = open;
      pieces.push(transformationsByName.htmlEntityDecode.apply(text.slice(at, end)));
      if (endsSlice(this.sink.budget, end - at)) yield;
      at = end;
    }
    return pieces.join('');
  }

  private *readPairs(text: ByteString, start: number, isText: boolean): Pausable<void> {
    for (const pair of formPairs(text, start)) {
      if (endsSlice(this.sink.budget, pair === null ? PIECE : pair[1].length)) yield;
      if (pair === null) continue;
      const [name, value] = pair;
      if (this.sink.argument(name, value)) continue;
      // No room for more: what is text was judged as a whole.
      if (!isText) this.readText(text);
      return;
    }
  }
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
