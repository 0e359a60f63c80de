import type { ByteString } from '../api.ts';
import { charsetOf, decodeCharset } from '../body-processors/charset.ts';
import { formPairs, PIECE } from '../body-processors/form-pairs.ts';
import { looseBoundary, looseParts } from '../body-processors/lenient-parts.ts';
import { type Pausable, STEPS_PER_ITEM, STEPS_PER_READ_BYTE } from '../body-processors/pausable.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { quotedStrings } from '../body-processors/quoted-strings.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, isBinary, shapeAt } from '../body-processors/sniff.ts';
import { TextSource } from '../body-processors/text-source.ts';
import { decodeTransfer } from '../body-processors/transfer-encoding.ts';
import type { BodyProcessorLimits, BodySource, RequestLimit, XmlDocument } from '../body-processors/types.ts';
import { TransactionBodySink } from './body-sink.ts';
import type { TransactionState } from './state.ts';

/** The argument that a text without structure is judged as. */
const WHOLE_TEXT = 'request_body';
/** Messages in messages, as mail has them. */
const MAX_DEPTH = 4;
/** Parts of all depths that are read by themselves; the rest is read as one. */
const MAX_PARTS = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7464 separates by it.
const BETWEEN_DOCUMENTS = /[\n\x1e]/;
const GRAPHQL = /(?:query|mutation|subscription|fragment)\b|\{\s*[A-Za-z_]/y;

/** The first document is the one that `XML:…` shows; further ones are judged as text. */
class ReadingSink extends TransactionBodySink {
  readonly #state: TransactionState;

  constructor(state: TransactionState) {
    super(state);
    this.#state = state;
  }

  /** What is too deep to be read as a document is read as text instead. */
  override limitExceeded(limit: RequestLimit): void {
    if (limit === 'arguments') super.limitExceeded(limit);
  }

  override xmlDocument(document: XmlDocument): void {
    if (this.#state.xml === null) this.#state.xml = document;
    else for (const path of ['/*', '//@*']) this.#values(document.select(path));
  }

  #values(values: readonly ByteString[]): void {
    for (const value of values) this.argument(WHOLE_TEXT, value);
  }
}

/**
 * Reads what a body's type does not tell: the type is only what the client says, and many servers do not ask for it. What
 * parses as a structure from end to end is judged as that; what is text besides as one value; and both, and images, too,
 * by what a form reader would find in them. Every step is linear.
 */
export class BodyReader {
  readonly #state: TransactionState;
  readonly #limits: BodyProcessorLimits;
  readonly #sink: ReadingSink;
  #partsLeft = MAX_PARTS;

  constructor(state: TransactionState, limits: BodyProcessorLimits) {
    this.#state = state;
    this.#limits = limits;
    this.#sink = new ReadingSink(state);
  }

  /** A body, or a part, of any type or none. */
  *read(text: ByteString, contentType: ByteString, depth = 0): Pausable<void> {
    const start = contentStart(text);
    if (this.#isSliceOver(text.length)) yield;
    if (start >= text.length) return;
    const isStructure = yield* this.#readShape(text, start, contentType, depth);
    const isText = !isStructure && (shapeAt(text, start) !== null || !isBinary(text));
    if (this.#isSliceOver(text.length)) yield;
    if (isText) yield* this.#readLoose(text, start);
    yield* this.#readPairs(text, start, isText);
  }

  /** A form that is a document as well: some servers read it as that, whatever its type. */
  *readShape(text: ByteString): Pausable<void> {
    const start = contentStart(text);
    if (start < text.length) yield* this.#readShape(text, start, '', 0);
  }

  /** As one value. */
  readText(text: ByteString): void {
    this.#state.args.add(WHOLE_TEXT, text);
  }

  /** A form whose escapes stand for bytes of this character set, as ASP.NET reads them. */
  *readFormIn(charset: string, text: ByteString): Pausable<void> {
    const { budget } = this.#sink;
    const meaning = function* (coded: ByteString): Pausable<ByteString> {
      const bytes = percentDecode(coded, true);
      const decoded = yield* decodeCharset(charset, bytes, budget);
      return decoded === 'same' || decoded === 'unknown' ? bytes : decoded;
    };
    for (const piece of text.split(this.#limits.argumentSeparator)) {
      if (this.#isSliceOver(piece.length)) yield;
      const equals = piece.indexOf('=');
      const name = equals < 0 ? piece : piece.slice(0, equals);
      const value = equals < 0 ? '' : yield* meaning(piece.slice(equals + 1));
      if (this.#sink.argument(yield* meaning(name), value)) continue;
      this.readText(yield* meaning(text));
      return;
    }
  }

  /** True where all of it was read, and nothing but a form's pairs could hide in it. */
  *#readShape(text: ByteString, start: number, contentType: ByteString, depth: number): Pausable<boolean> {
    const boundary = depth < MAX_DEPTH ? looseBoundary(contentType, text, start) : null;
    if (boundary !== null && text.includes(`--${boundary}`)) {
      if (/^\s*multipart\//i.test(contentType) || shapeAt(text, start) === 'multipart')
        return yield* this.#readParts(text, boundary, depth);
    }
    const content = start === 0 ? text : text.slice(start);
    switch (shapeAt(text, start)) {
      case 'json':
        return (yield* this.#process('JSON', new TextSource(content))) || (yield* this.#readLines(content));
      case 'xml':
        return yield* this.#process('XML', new TextSource(content));
      case 'multipart':
      case null:
        return false;
    }
  }

  *#process(name: 'JSON' | 'XML', body: BodySource): Pausable<boolean> {
    const input = { body, contentType: '', limits: this.#limits };
    return (yield* bodyProcessors.get(name)!(input, this.#sink)) === null;
  }

  /** A document on each line. */
  *#readLines(content: ByteString): Pausable<boolean> {
    const documents: ByteString[] = [];
    let lines = 0;
    for (let at = 0; at < content.length; ) {
      const newline = content.indexOf('\n', at + PIECE);
      const end = newline < 0 ? content.length : newline + 1;
      const some = content
        .slice(at, end)
        .split(BETWEEN_DOCUMENTS)
        .filter((line) => line.trim() !== '');
      if (some.length > 0) documents.push(some.join(','));
      lines += some.length;
      if (this.#isSliceOver(end - at)) yield;
      at = end;
    }
    return lines > 1 && (yield* this.#process('JSON', new TextSource(`[${documents.join(',')}]`)));
  }

  *#readParts(text: ByteString, boundary: ByteString, depth: number): Pausable<boolean> {
    const { budget } = this.#sink;
    for (const part of looseParts(text, boundary)) {
      if (this.#isSliceOver(part.headers.length)) yield;
      if (--this.#partsLeft < 0) return false;
      for (const line of part.headers.split('\n'))
        if (line.trim() !== '') this.#sink.partHeader(part.name, line.trimEnd());
      for (const filename of part.filenames) this.#sink.furtherFilename(part.name, filename);
      if (part.name !== '' && part.filenames.length === 0) this.#sink.argument(part.name, part.content);
      yield* this.read(part.content, part.contentType, depth + 1);
      const decoded = yield* decodeTransfer(part.coding, part.content, budget);
      if (decoded !== null) yield* this.read(decoded, part.contentType, depth + 1);
      const inCharset = yield* decodeCharset(charsetOf(part.contentType), decoded ?? part.content, budget);
      if (inCharset !== 'same' && inCharset !== 'unknown')
        yield* this.read(inCharset, part.contentType, depth + 1);
    }
    return true;
  }

  *#readLoose(text: ByteString, start: number): Pausable<void> {
    this.readText(text);
    GRAPHQL.lastIndex = start;
    if (!GRAPHQL.test(text) && shapeAt(text, start) !== 'json') return;
    for (const value of quotedStrings(text)) {
      if (!this.#sink.argument(WHOLE_TEXT, value)) return;
      if (this.#isSliceOver(value.length)) yield;
    }
  }

  *#readPairs(text: ByteString, start: number, isText: boolean): Pausable<void> {
    for (const pair of formPairs(text, start)) {
      if (this.#isSliceOver(pair === null ? PIECE : pair[1].length)) yield;
      if (pair === null) continue;
      const [name, value] = pair;
      if (this.#sink.argument(name, value)) continue;
      // No room for more: what is text was judged as a whole.
      if (!isText) this.readText(text);
      return;
    }
  }

  #isSliceOver(bytesRead: number): boolean {
    const { budget } = this.#sink;
    budget.steps += bytesRead * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
    return budget.isSliceOver;
  }
}
