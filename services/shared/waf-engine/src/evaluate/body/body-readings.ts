import type { ByteString } from '../../model/api.ts';
import { replaceInSlices, type SlicedPattern } from '../../model/pattern-in-slices.ts';
import { alone, endsSlice, MUCH, type Pausable } from '../../model/pausable.ts';
import { charsetOf, decodeCharset, furtherInCharset } from '../body-processors/charset.ts';
import { textsInQuotes } from '../body-processors/content-disposition.ts';
import { contentLinesStart, contentLineValues } from '../body-processors/content-lines.ts';
import { formPairs, PIECE } from '../body-processors/form-pairs.ts';
import { framedMessages, isFramed, typeOfMessages } from '../body-processors/framed-messages.ts';
import { graphqlStrings, isGraphql } from '../body-processors/graphql-strings.ts';
import { innerMessage, isMessage, mailMessage } from '../body-processors/inner-message.ts';
import { looseBoundaries, looseParts } from '../body-processors/lenient-parts.ts';
import { beginsNoText, packedFormat, packedNames, packedTexts } from '../body-processors/packed-items.ts';
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
import { withWholeTags } from '../body-processors/yaml-tags.ts';
import { cellsOf, isPathCell, separatorOf } from '../request-readings/table-cells.ts';
import { SHORT_WORD } from '../request-readings/value-readings.ts';
import type { TransactionState } from '../state/state.ts';
import { transformationsByName } from '../transformations/index.ts';
import { beginsDocumentOnFurtherLine } from './further-lines.ts';
import { ReadingSink, WHOLE_TEXT } from './reading-sink.ts';

/** Maximum length of a character reference, in bytes, that any reader resolves. */
const MAX_REFERENCE = 16;
/** A multipart part that is a form field, however its name is encoded. */
const FIELD = /form-data/i;
const PARTS_TYPE = /^\s*multipart\//i;
/** Content types that servers read as text, whatever the content is. */
const TEXT_TYPE = /^\s*(?:text\/|[\w.-]+\/(?:[\w.-]+\+)?(?:json|jsonp|xml|x-ndjson|javascript|graphql)\b)/i;
/** Maximum nesting of messages within messages, as in mail. */
const MAX_DEPTH = 4;
/** Maximum parts, over all levels, that are read separately; the rest is read as one. */
const MAX_PARTS = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7464 separates by it.
const BETWEEN_DOCUMENTS = /[\n\x1e]/;
/**
 * Cost of a YAML scalar, or of this many bytes without one: indicators, blanks, comments and tags are examined one by
 * one.
 */
const STEPS_PER_SCALAR = 250;
/** Cost of a multipart part: its header, and the checks of its content. */
const STEPS_PER_PART = 250;
/** Line ends as Python splits them, including characters that JSON allows within a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const ANY_LINE_END = /\r\n|[\n-\r\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]/;
const MAX_LINES = 500;
const MAX_CELLS = 10_000;
const DOCUMENT_ON_LINE = /^[ \t]*[{["]/;
/**
 * Joins lines. The line feed stays, because a text that spans two lines is not a valid text and must not become one.
 */
const BETWEEN_LINES = ',\n';
/**
 * Headers that name the compression of frames, in gRPC and in Connect. Each server reads its own, and a request may
 * carry both.
 */
const CODING_OF_FRAMES = ['grpc-encoding', 'connect-content-encoding'];
/**
 * The first of several JSON documents, up to anything that any reader (Python) takes for a line end. Its type says
 * nothing about the other documents.
 */
const WORD_OF_JSON =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
  /(?:null|true|false|undefined|None|True|False|NaN|[-+]?(?:Infinity|0x[\dA-Fa-f]{1,40}|\.?\d[\d.eE+-]{0,40}))(?:[\s\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9])/y;
const BARE_RETURN = /\r(?!\n)/;
/** Characters that end a comment for some readers only: a lone carriage return, and JavaScript's line terminators. */
const ODD_BREAK = /\r(?!\n)|\xe2\x80[\xa8\xa9]/;
/**
 * Some readers (Go) find XML after arbitrary text. Without these constructs its texts also stand unchanged in the whole
 * body.
 */
const SECTION_OF_MARKUP = /<(?:!--|\?|!\[CDATA\[)/;
/** Unicode line breaks that end a line in YAML 1.1 (Python, Ruby, Java). */
const FURTHER_BREAK = /\xc2\x85|\xe2\x80[\xa8\xa9]/;
const NUL = /\0/;
/**
 * Other characters that some YAML readers take for line ends or separators, and the rewritten forms in which our reader
 * finds what those readers find.
 */
const OTHER_BREAKS: readonly (readonly [
  sign: RegExp,
  forms: readonly (readonly [SlicedPattern | RegExp, string])[],
])[] = [
  [
    FURTHER_BREAK,
    [
      [{ pattern: /\xc2\x85|\xe2\x80[\xa8\xa9]/g, longest: 3 }, '\n'],
      // Within a text some of them are kept and the blanks around them dropped; so is the break before one, which then
      // does not count as a blank.
      [/(?<![ \t])[ \t]*(\xc2\x85|\xe2\x80[\xa8\xa9])[ \t]*/g, '$1'],
      [/(?<![ \t])[ \t]*(?:\r\n|[\r\n]|\xc2\x85)[ \t]*(\xe2\x80[\xa8\xa9])[ \t]*/g, '$1'],
    ],
  ],
  // A lone carriage return does not end a line for some readers (npm yaml).
  [BARE_RETURN, [[{ pattern: /\r(?!\n)/g, longest: 2 }, ' ']]],
  // NULs between tokens are blanks for some readers (YamlDotNet).
  [NUL, [[{ pattern: /\0/g, longest: 1 }, ' ']]],
];
/** More than blanks, NULs and a byte order mark. */
const SAYS_SOMETHING = /[^\s\0\xef\xbb\xbf]/;

/**
 * Reads a body by its content and not only by its type: the type is the client's claim, and many servers ignore it. A
 * body that parses as a structure from end to end is judged as that structure; if it is text, also as one value; and
 * texts and images are also read as a form reader would. Every step takes linear time.
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

  /** Reads a body or a part, whatever its type. */
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
    // The checks above have searched for about a dozen characters.
    if (endsSlice(this.sink.budget, Math.min(text.length, MUCH * 4))) yield;
    if (isText)
      for (const document of packetDocuments(text)) yield* this.process('JSON', new TextSource(document));
    if (isText) yield* this.readContentLines(text, true);
    if (isText && isToml(contentType)) yield* this.readAll(tomlStrings(text));
    if (!isStructure) for (const one of yield* textsInMessage(text, this.sink.budget)) this.readText(one);
    // Whether it is protobuf, MessagePack or CBOR is decided by its structure, since the type says little. But a text that
    // happens to parse as one of them is a text.
    if (!isStructure && (isProtobuf(contentType) || !isText)) yield* this.readMessage(protobufTexts(text));
    const declared = packedFormat(contentType);
    if (!isStructure && (declared !== null || !isText || beginsNoText(text))) {
      yield* this.readMessage(packedTexts(text, declared));
      yield* this.readNames(packedNames(text, declared));
    }
    yield* this.readPairs(text, start, isText);
    if (depth < MAX_DEPTH) yield* this.readMessageWithin(text, contentType, depth);
  }

  /**
   * Reads each message of a gRPC or Connect stream as a body of its own type.
   * @param text bytes as they were sent
   */
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

  private *readMessage(texts: Generator<ByteString | null, boolean>): Pausable<void> {
    for (let next = texts.next(); ; next = texts.next()) {
      if (next.done === true) {
        if (!next.value) this.state.limitExceeded ??= 'packed texts';
        return;
      }
      if (endsSlice(this.sink.budget, next.value === null ? PIECE : 0)) yield;
      if (next.value !== null && !this.sink.argument(WHOLE_TEXT, next.value)) return;
    }
  }

  private *readNames(names: Iterable<ByteString | null>): Pausable<void> {
    for (const name of names) {
      if (endsSlice(this.sink.budget, name === null ? PIECE : name.length)) yield;
      if (name !== null && !this.sink.argument(name, '')) return;
    }
  }

  /** Reads a form that is also a document: some servers read it as one, whatever its type. */
  *readShape(text: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (start < text.length) yield* this.doReadShape(text, start, '', 0);
  }

  /** Reads a part that is a document, a form or a multipart body. Anything else is a file. */
  *readPart(text: ByteString, contentType: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (isMessage(contentType)) yield* this.readMessageWithin(text, contentType, 0);
    else if (PARTS_TYPE.test(contentType)) {
      if (!(yield* this.doReadShape(text, start, contentType, 0))) this.readText(partsAsText(text));
    } else if (shapeAt(text, start) !== null) yield* this.doReadShape(text, start, '', 0);
    else if (!isBinary(text)) {
      // Contacts (vCard) and events (iCalendar) are imported, not stored as files.
      yield* this.readContentLines(text, false);
      yield* this.readCells(text);
      yield* this.readPairs(text, start, true);
    }
  }

  /** Reads a file's contacts and events, however late they begin: some readers (ez-vcard) skip what stands before them. */
  *readLateCards(text: ByteString): Pausable<void> {
    const start = yield* contentLinesStart(text, this.sink.budget);
    if (start >= 0 && !isBinary(text)) yield* this.readAll(contentLineValues(text.slice(start)));
  }

  private *readContentLines(text: ByteString, isJudged: boolean): Pausable<void> {
    if ((yield* contentLinesStart(text, this.sink.budget)) >= 0)
      yield* this.readAll(contentLineValues(text, isJudged));
  }

  /** Reads the cells of a table in a file if they are more than a word; the contents of other files are not read. */
  private *readCells(text: ByteString): Pausable<void> {
    const separator = separatorOf(text);
    if (separator === null) return;
    let left = MAX_CELLS;
    for (const { text: cell } of cellsOf(text, separator)) {
      if (endsSlice(this.sink.budget, cell.length)) yield;
      if (SHORT_WORD.test(cell) || isPathCell(cell)) continue;
      if (--left < 0 || !this.sink.argument(WHOLE_TEXT, cell)) return;
    }
  }

  /** Adds the whole text as one value. */
  readText(text: ByteString): void {
    this.state.args.add(WHOLE_TEXT, text);
  }

  /** True if all of it was read, so that only the pairs of a form could hide anything. */
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
        // A line of dashes is also valid YAML text.
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
    // A comment, or a prefix against script inclusion; some readers (org.json) do not treat it as such.
    if (SAYS_SOMETHING.test(before)) this.readText(before);
    // After a NUL some readers (Gson) take a quoted text for a word that includes its quotes.
    if (text[start] === '"' && before.includes('\0')) this.readText(text);
    switch (shapeAt(text, start)) {
      case 'json':
        return (yield* this.process('JSON', new TextSource(content))) || (yield* this.readLines(content));
      case 'xml':
        return yield* this.process('XML', new TextSource(content));
      case null:
        // A single text is a document, and so is each text on a line of its own, whatever the first line is.
        if (text[start] === '"' || (yield* beginsDocumentOnFurtherLine(content, this.sink.budget)))
          yield* this.readSoundLines(content);
        return false;
      case 'multipart':
        return false;
    }
  }

  /** Reads YAML in addition to judging the body as text, because almost any text is valid YAML. */
  private *readYaml(text: ByteString, start: number): Pausable<void> {
    // Comments of other formats may be lines of YAML.
    const before = text.slice(0, start);
    let lineStart = before.includes('\r') || FURTHER_BREAK.test(before) ? 0 : start;
    while (text[lineStart - 1] === ' ') lineStart--;
    yield* this.readScalars(text.slice(lineStart));
    const { budget } = this.sink;
    const document = text.slice(lineStart);
    for (const [sign, forms] of OTHER_BREAKS) {
      if (!(yield* alone(budget, text.length, () => sign.test(text)))) continue;
      for (const [breaks, replacement] of forms)
        yield* this.readScalars(
          breaks instanceof RegExp
            ? yield* alone(budget, text.length, () => document.replace(breaks, replacement))
            : yield* replaceInSlices(breaks, document, replacement, budget),
        );
    }
    const whole = yield* withWholeTags(document, budget);
    if (whole !== null) yield* this.readScalars(whole);
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

  /** Reads JSON Lines: one document per line. */
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

  /** Reads the lines that are documents where not all are: line readers skip the others. */
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
    // Servers that do not look for parts within parts read it as text.
    if (depth > 0 && (yield* isReadable(text, budget))) this.readText(partsAsText(text));
    for (const part of looseParts(text, boundary)) {
      budget.steps += STEPS_PER_PART;
      if (endsSlice(budget, part.headers.length)) yield;
      if (--this.partsLeft < 0) return false;
      for (const line of part.headers.split('\n'))
        if (line.trim() !== '') this.sink.partHeader(part.name, line.trimEnd());
      // Names with MIME encoded words are decoded together with those of forms (Tomcat).
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
      // Some servers (formidable) treat a file without a type as a field.
      if (part.filenames.length > 0 && part.contentType === '')
        this.sink.argument(part.name || WHOLE_TEXT, yield* textOf(part.content, budget));
      for (const content of part.furtherContents) this.sink.argument(WHOLE_TEXT, content);
      yield* this.read(part.content, part.contentType, depth + 1);
      const decoded = yield* decodeTransfer(part.coding, part.content, budget);
      if (decoded !== null) yield* this.read(decoded, part.contentType, depth + 1);
      for (const text of yield* furtherDecoded(part.coding, part.content, budget, `\r\n--${boundary}`))
        this.sink.argument(part.name || WHOLE_TEXT, text);
      // Servers that do not support transfer encodings (Bottle) still support character sets.
      const contents = decoded === null ? [part.content] : [decoded, part.content];
      yield* this.readInCharset(contents, part.contentType, depth);
      // Given several types, some servers (Bottle) use the last.
      if (charsetOf(part.lastContentType) !== charsetOf(part.contentType))
        yield* this.readInCharset(contents, part.lastContentType, depth);
    }
    return true;
  }

  /** Reads a request or a mail within a body or part: its target, its headers, and its content. */
  private *readMessageWithin(content: ByteString, contentType: ByteString, depth: number): Pausable<void> {
    if (!isMessage(contentType)) return;
    if (endsSlice(this.sink.budget, content.length)) yield;
    const mail = mailMessage(contentType, content);
    if (mail !== null) {
      yield* this.read(mail.content, mail.contentType, depth + 1);
      const decoded = yield* decodeTransfer(mail.coding, mail.content, this.sink.budget);
      if (decoded !== null) yield* this.read(decoded, mail.contentType, depth + 1);
    }
    const inner = innerMessage(contentType, content);
    if (inner === null) return;
    yield* this.readPairs(inner.query, 0, true);
    for (const field of inner.fields)
      if (!SHORT_WORD.test(field) && !this.sink.argument(WHOLE_TEXT, field)) return;
    yield* this.read(inner.content, inner.contentType, depth + 1);
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
    // XML that is not well-formed, which some readers accept.
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

  /** Reads each text as a value, as long as there is room. */
  private *readAll(texts: Iterable<ByteString | null>): Pausable<void> {
    for (const text of texts) {
      if (endsSlice(this.sink.budget, text === null ? PIECE : 0)) yield;
      if (text !== null && !this.sink.argument(WHOLE_TEXT, text)) return;
    }
  }

  private *mayBeLooseJson(text: ByteString, start: number): Pausable<boolean> {
    // A quoted text is also a document, for a reader that stops after it.
    if (shapeAt(text, start) === 'json' || /["']/.test(text[start]!)) return true;
    WORD_OF_JSON.lastIndex = start;
    if (WORD_OF_JSON.test(text)) return true;
    // If the text begins with a comment, readers differ on where the document begins.
    return (
      (text[start] === '/' || text.slice(0, start).includes('/')) &&
      (yield* alone(this.sink.budget, text.length, () => ODD_BREAK.test(text)))
    );
  }

  /** Resolves character references piece by piece; pieces are cut so that none splits a reference. */
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
      // No room for more. Text was already judged as a whole.
      if (!isText) this.readText(text);
      return;
    }
  }
}
