import type { ByteString } from '../../model/api.ts';
import { alone, endsSlice, MUCH, type Pausable } from '../../model/pausable.ts';
import { charsetOf, decodeCharset, furtherInCharset } from '../body-processors/charset.ts';
import { textsInQuotes } from '../body-processors/content-disposition.ts';
import { contentLineValues, isContentLines } from '../body-processors/content-lines.ts';
import { formPairs, PIECE } from '../body-processors/form-pairs.ts';
import { framedMessages, isFramed, typeOfMessages } from '../body-processors/framed-messages.ts';
import { graphqlStrings, isGraphql } from '../body-processors/graphql-strings.ts';
import { innerMessage } from '../body-processors/inner-message.ts';
import { looseBoundaries, looseParts } from '../body-processors/lenient-parts.ts';
import { partsAsText } from '../body-processors/parts-as-text.ts';
import { isProtobuf, protobufTexts } from '../body-processors/protobuf-texts.ts';
import { quotedStrings } from '../body-processors/quoted-strings.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, isBinary, isReadable, shapeAt } from '../body-processors/sniff.ts';
import { packetDocuments } from '../body-processors/socket-packets.ts';
import { textOf, textsInMessage } from '../body-processors/text-in-bytes.ts';
import { ownTextsOfMarkup, textOfMarkup } from '../body-processors/text-of-markup.ts';
import { TextSource } from '../body-processors/text-source.ts';
import { isToml, tomlStrings } from '../body-processors/toml-strings.ts';
import { decodeTransfer, furtherDecoded } from '../body-processors/transfer-encoding.ts';
import type { BodyProcessorLimits, BodySource } from '../body-processors/types.ts';
import { isYaml, yamlScalars } from '../body-processors/yaml-scalars.ts';
import { cellsOf, separatorOf } from '../request-readings/table-cells.ts';
import { SHORT_WORD } from '../request-readings/value-readings.ts';
import type { TransactionState } from '../state/state.ts';
import { transformationsByName } from '../transformations/index.ts';
import { ReadingSink, WHOLE_TEXT } from './reading-sink.ts';

/** Of the longest reference to a character that anyone undoes. */
const MAX_REFERENCE = 16;
/** A part that is a field, whatever its name is written in. */
const FIELD = /form-data/i;
const PARTS_TYPE = /^\s*multipart\//i;
/** What a server reads as text, whatever is in it. */
const TEXT_TYPE = /^\s*(?:text\/|[\w.-]+\/(?:[\w.-]+\+)?(?:json|jsonp|xml|x-ndjson|javascript|graphql)\b)/i;
/** Messages in messages, as mail has them. */
const MAX_DEPTH = 4;
/** Parts of all depths that are read by themselves; the rest is read as one. */
const MAX_PARTS = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7464 separates by it.
const BETWEEN_DOCUMENTS = /[\n\x1e]/;
/** A scalar of YAML, or so many bytes in which none ended: signs, blanks, comments and tags are looked at one by one. */
const STEPS_PER_SCALAR = 250;
/** The same for a part, with what is asked of its head and its content. */
const STEPS_PER_PART = 250;
/** As Python ends lines, also where JSON has such a sign within a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const ANY_LINE_END = /\r\n|[\n-\r\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]/;
const MAX_LINES = 500;
const MAX_CELLS = 10_000;
const DOCUMENT_ON_LINE = /^[ \t]*[{["]/;
/** The line feed stays: a text over two lines is none, and must not become one. */
const BETWEEN_LINES = ',\n';
/** What frames are packed in, of gRPC and of Connect; each server asks for its own, and a stranger may send both. */
const CODING_OF_FRAMES = ['grpc-encoding', 'connect-content-encoding'];
/** The first of several documents, up to what ends a line to anyone (Python), which says nothing of what the others are. */
const WORD_OF_JSON =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
  /(?:null|true|false|undefined|None|True|False|NaN|[-+]?(?:Infinity|0x[\dA-Fa-f]{1,40}|\.?\d[\d.eE+-]{0,40}))(?:[\s\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9])/y;
const BARE_RETURN = /\r(?!\n)/;
/** Ends a comment to some: a return by itself, and what ends a line in JavaScript. */
const ODD_BREAK = /\r(?!\n)|\xe2\x80[\xa8\xa9]/;
/** Behind any text there may be XML to some (Go); without these its texts are in the whole one as they are. */
const SECTION_OF_MARKUP = /<(?:!--|\?|!\[CDATA\[)/;
/** Line breaks of Unicode, which end a line in YAML 1.1 (Python, Ruby, Java). */
const FURTHER_BREAK = /\xc2\x85|\xe2\x80[\xa8\xa9]/;
const NUL = /\0/;
/** What else ends lines and parts tokens, and the forms of the text in which this reader then finds what others do. */
const OTHER_BREAKS: readonly (readonly [sign: RegExp, forms: readonly (readonly [RegExp, string])[]])[] = [
  [
    FURTHER_BREAK,
    [
      [/\xc2\x85|\xe2\x80[\xa8\xa9]/g, '\n'],
      // Within a text some of them stay, and blanks around them go; so does the break before one, which is no blank then.
      [/(?<![ \t])[ \t]*(\xc2\x85|\xe2\x80[\xa8\xa9])[ \t]*/g, '$1'],
      [/(?<![ \t])[ \t]*(?:\r\n|[\r\n]|\xc2\x85)[ \t]*(\xe2\x80[\xa8\xa9])[ \t]*/g, '$1'],
    ],
  ],
  // A return by itself ends no line to some (yaml of npm).
  [BARE_RETURN, [[/\r(?!\n)/g, ' ']]],
  // NULs between tokens are blanks to some (YamlDotNet).
  [NUL, [[/\0/g, ' ']]],
];
/** More than blanks, NULs and a byte order mark. */
const SAYS_SOMETHING = /[^\s\0\xef\xbb\xbf]/;

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
    // A dozen signs have been looked for.
    if (endsSlice(this.sink.budget, Math.min(text.length, MUCH * 4))) yield;
    if (isText)
      for (const document of packetDocuments(text)) yield* this.process('JSON', new TextSource(document));
    if (isText && isContentLines(text)) yield* this.readAll(contentLineValues(text, true));
    if (isText && isToml(contentType)) yield* this.readAll(tomlStrings(text));
    if (!isStructure) for (const one of yield* textsInMessage(text, this.sink.budget)) this.readText(one);
    // By its structure it is one or not: what its type is called says little, but a text that happens to be one is a text.
    if (!isStructure && (isProtobuf(contentType) || !isText)) yield* this.readMessage(text);
    yield* this.readPairs(text, start, isText);
  }

  /** Messages of gRPC and of Connect, each as a body of its own type. @param text bytes as they were sent */
  *readFrames(text: ByteString, contentType: ByteString): Pausable<void> {
    if (!isFramed(contentType)) return;
    const { requestHeaders } = this.state;
    const codings = CODING_OF_FRAMES.flatMap((name) =>
      requestHeaders.withKey(name).map(({ value }) => value),
    ).join();
    const { texts, isAll } = yield* framedMessages(text, codings, this.sink.budget);
    for (const message of texts) yield* this.read(message, typeOfMessages(contentType), 1);
    if (!isAll) this.state.limitExceeded ??= 'packed texts';
  }

  private *readMessage(text: ByteString): Pausable<void> {
    const texts = protobufTexts(text);
    for (let next = texts.next(); ; next = texts.next()) {
      if (next.done === true) {
        if (!next.value) this.state.limitExceeded ??= 'packed texts';
        return;
      }
      if (endsSlice(this.sink.budget, next.value === null ? PIECE : 0)) yield;
      if (next.value !== null && !this.sink.argument(WHOLE_TEXT, next.value)) return;
    }
  }

  /** A form that is a document as well: some servers read it as that, whatever its type. */
  *readShape(text: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (start < text.length) yield* this.doReadShape(text, start, '', 0);
  }

  /** A part that is a document, a form or parts: what is none of them is a file. */
  *readPart(text: ByteString, contentType: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (PARTS_TYPE.test(contentType)) {
      if (!(yield* this.doReadShape(text, start, contentType, 0))) this.readText(partsAsText(text));
    } else if (shapeAt(text, start) !== null) yield* this.doReadShape(text, start, '', 0);
    // Contacts and events are imported, not stored.
    else if (isContentLines(text)) yield* this.readAll(contentLineValues(text));
    else if (!isBinary(text)) {
      yield* this.readCells(text);
      yield* this.readPairs(text, start, true);
    }
  }

  /** Of a table in a file, cells that are more than a word; what follows on many is a file's contents like any other. */
  private *readCells(text: ByteString): Pausable<void> {
    const separator = separatorOf(text);
    if (separator === null) return;
    let left = MAX_CELLS;
    for (const { text: cell } of cellsOf(text, separator)) {
      if (endsSlice(this.sink.budget, cell.length)) yield;
      if (SHORT_WORD.test(cell)) continue;
      if (--left < 0 || !this.sink.argument(WHOLE_TEXT, cell)) return;
    }
  }

  /** As one value. */
  readText(text: ByteString): void {
    this.state.args.add(WHOLE_TEXT, text);
  }

  /** True where all of it was read, and nothing but a form's pairs could hide in it. */
  private *doReadShape(
    text: ByteString,
    start: number,
    contentType: ByteString,
    depth: number,
  ): Pausable<boolean> {
    if (depth < MAX_DEPTH && (PARTS_TYPE.test(contentType) || shapeAt(text, start) === 'multipart')) {
      const boundaries = looseBoundaries(contentType, text, start).filter((one) => text.includes(`--${one}`));
      let isAll = true;
      for (const boundary of boundaries) isAll = (yield* this.readParts(text, boundary, depth)) && isAll;
      if (boundaries.length > 0) {
        // A line of dashes is a text of YAML as well.
        if (isYaml(text, start, contentType)) yield* this.readYaml(text, start);
        return isAll;
      }
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
    // Behind a NUL a text in quotes is a word, with its quotes, to some (Gson).
    if (text[start] === '"' && before.includes('\0')) this.readText(text);
    switch (shapeAt(text, start)) {
      case 'json':
        return (yield* this.process('JSON', new TextSource(content))) || (yield* this.readLines(content));
      case 'xml':
        return yield* this.process('XML', new TextSource(content));
      case null:
        // A text alone is a document, and so is each on its line.
        if (text[start] === '"') yield* this.readSoundLines(content);
        return false;
      case 'multipart':
        return false;
    }
  }

  /** Beside it, it is judged as a text: hardly anything is no YAML at all. */
  private *readYaml(text: ByteString, start: number): Pausable<void> {
    // What is a comment to others may be lines to YAML.
    const before = text.slice(0, start);
    let lineStart = before.includes('\r') || FURTHER_BREAK.test(before) ? 0 : start;
    while (text[lineStart - 1] === ' ') lineStart--;
    yield* this.readScalars(text.slice(lineStart));
    const { budget } = this.sink;
    for (const [sign, forms] of OTHER_BREAKS) {
      if (!(yield* alone(budget, text.length, () => sign.test(text)))) continue;
      for (const [breaks, replacement] of forms)
        yield* this.readScalars(
          yield* alone(budget, text.length, () => text.slice(lineStart).replace(breaks, replacement)),
        );
    }
  }

  private *readScalars(text: ByteString): Pausable<void> {
    for (const scalar of yamlScalars(text)) {
      this.sink.budget.steps += STEPS_PER_SCALAR;
      if (endsSlice(this.sink.budget, scalar === null ? PIECE : scalar[1].length)) yield;
      if (scalar === null) continue;
      const [name, value, isBinary] = scalar;
      if (!this.sink.argument(name === '' ? value : name, name === '' ? '' : value)) return;
      if (isBinary !== true) continue;
      const bytes = yield* decodeTransfer('base64', value, this.sink.budget);
      for (const decoded of [bytes!, ...(yield* furtherDecoded('base64', value, this.sink.budget))])
        if (!this.sink.argument(name || WHOLE_TEXT, decoded)) return;
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
    const isAll =
      lines > 1 && (yield* this.process('JSON', new TextSource(`[${documents.join(BETWEEN_LINES)}]`)));
    if (!isAll) yield* this.readSoundLines(content);
    return isAll;
  }

  /** Of lines of which not all are documents, those that are: readers of lines leave out the others. */
  private *readSoundLines(content: ByteString): Pausable<void> {
    const { budget } = this.sink;
    const lines = yield* alone(budget, content.length, () => content.split(ANY_LINE_END, MAX_LINES));
    if (lines.length === 1) return;
    for (const line of lines) {
      if (endsSlice(budget, line.length)) yield;
      if (DOCUMENT_ON_LINE.test(line)) yield* this.process('JSON', new TextSource(line));
    }
  }

  private *readParts(text: ByteString, boundary: ByteString, depth: number): Pausable<boolean> {
    const { budget } = this.sink;
    // To servers that look for no parts within parts it is a text.
    if (depth > 0 && (yield* isReadable(text, budget))) this.readText(partsAsText(text));
    for (const part of looseParts(text, boundary)) {
      budget.steps += STEPS_PER_PART;
      if (endsSlice(budget, part.headers.length)) yield;
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
      const inner = innerMessage(part.contentType, part.content);
      if (inner !== null) {
        if (endsSlice(budget, part.content.length)) yield;
        yield* this.read(inner.content, inner.contentType, depth + 1);
      }
      const decoded = yield* decodeTransfer(part.coding, part.content, budget);
      if (decoded !== null) yield* this.read(decoded, part.contentType, depth + 1);
      for (const text of yield* furtherDecoded(part.coding, part.content, budget))
        this.sink.argument(part.name || WHOLE_TEXT, text);
      // Those who know no transfer encodings (Bottle) know character sets.
      const contents = decoded === null ? [part.content] : [decoded, part.content];
      yield* this.readInCharset(contents, part.contentType, depth);
      // Of several types some take the last (Bottle).
      if (charsetOf(part.lastContentType) !== charsetOf(part.contentType))
        yield* this.readInCharset(contents, part.lastContentType, depth);
    }
    return true;
  }

  private *readInCharset(contents: readonly ByteString[], type: ByteString, depth: number): Pausable<void> {
    const { budget } = this.sink;
    const charset = charsetOf(type);
    for (const bytes of contents) {
      const inCharset = yield* decodeCharset(charset, bytes, budget);
      if (inCharset === 'same' || inCharset === 'unknown') return;
      yield* this.read(inCharset, type, depth + 1);
      for (const text of yield* furtherInCharset(charset, bytes, inCharset, budget))
        yield* this.read(text, type, depth + 1);
    }
  }

  private *readLoose(text: ByteString, start: number): Pausable<void> {
    this.readText(partsAsText(text));
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
    if (isGraphql(text, start)) yield* this.readAll(graphqlStrings(text));
    if (yield* this.mayBeLooseJson(text, start)) yield* this.readAll(quotedStrings(text));
  }

  /** Texts, each as a value, as long as there is room for more. */
  private *readAll(texts: Iterable<ByteString | null>): Pausable<void> {
    for (const text of texts) {
      if (endsSlice(this.sink.budget, text === null ? PIECE : 0)) yield;
      if (text !== null && !this.sink.argument(WHOLE_TEXT, text)) return;
    }
  }

  private *mayBeLooseJson(text: ByteString, start: number): Pausable<boolean> {
    // A text in quotes, of a reader that stops behind it, is a document, too.
    if (shapeAt(text, start) === 'json' || /["']/.test(text[start]!)) return true;
    WORD_OF_JSON.lastIndex = start;
    if (WORD_OF_JSON.test(text)) return true;
    // Of what begins with a comment, where the document begins is anyone's guess.
    return (
      (text[start] === '/' || text.slice(0, start).includes('/')) &&
      (yield* alone(this.sink.budget, text.length, () => ODD_BREAK.test(text)))
    );
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
