import type { ByteString } from '../../model/api.ts';
import {
  endsSlice,
  inSlices,
  type Pausable,
  type ReadingBudget,
  type Resumable,
} from '../../model/pausable.ts';
import { charsetOf, decodeCharset, furtherInCharset } from './charset.ts';
import { cleanedValues, mayBeField, parseContentDisposition, textsInQuotes } from './content-disposition.ts';
import { decodeWords } from './encoded-words.ts';
import { EqualNames } from './equal-names.ts';
import { parseBoundary } from './multipart-boundary.ts';
import { MultipartError } from './multipart-error.ts';
import { type MultipartFlags, noMultipartFlags } from './multipart-flags.ts';
import { percentDecode } from './percent-decoding.ts';
import { textOf } from './text-in-bytes.ts';
import { decodeTransfer, furtherDecoded } from './transfer-encoding.ts';
import type { BodyProcessor, BodyProcessorInput, BodySink, RequestLimit } from './types.ts';

/**
 * multipart/form-data, read line by line as strictly as ModSecurity reads it: whatever an application might understand
 * differently raises a flag or ends in an error, because a part that we misread is a part that nobody inspects.
 */
export const multipartProcessor: BodyProcessor = function* (input, sink) {
  const flags = noMultipartFlags();
  const parser = new MultipartParser(input, flags, sink);
  try {
    parser.begin();
    yield* inSlices(parser, sink.budget);
    yield* parser.publish(sink.budget);
    return null;
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    if (error.limit !== null) sink.limitExceeded(error.limit);
    return `Multipart parsing error: Multipart: ${error.message}`;
  } finally {
    sink.multipartFlags(flags);
  }
};

/** A part's header lines; what ModSecurity's line buffer holds. */
const MAX_HEADER_LINE = 4096;
/** Handing one over with all its readings, however short it is, in steps of a matcher. */
const STEPS_PER_PART = 250;
/** To cut its name and value out, and to keep both. */
const STEPS_PER_HEADER = 250;
const BARE_RETURN = /\r(?!\n)/;
const NAMES_WITHOUT_BLANK = /^content-disposition:(?! )/i;
const BLANK_START = /^[ \t\n\r\v\f]/;

class Part {
  readonly headers = new Map<string, ByteString>();
  readonly headerLines: ByteString[] = [];
  lastHeader: { name: ByteString; line: ByteString } | null = null;
  name: ByteString = '';
  filename: ByteString = '';
  extendedFilename: ByteString = '';
  extendedCharset = '';
  /** To those that look for a colon and a blank (Falcon) it has no names, so that it is a field. */
  isNameless = false;
  inData = false;
  /** Where the data starts in the body; -1 until its first line was read. */
  dataStart = -1;
}

/** A field as its character set has it. */
interface Field {
  readonly part: Part;
  readonly text: ByteString;
}

class MultipartParser implements Resumable {
  private readonly input: BodyProcessorInput;
  private readonly flags: MultipartFlags;
  private readonly sink: BodySink;
  private readonly finished: { part: Part; content: ByteString }[] = [];
  private boundary = '';
  private part: Part | null = null;
  private boundaries = 0;
  private complete = false;
  private bytesOutsideFiles = 0;
  /** Where the next line begins. */
  private at = 0;
  private files = 0;
  /** Null: not computed yet. */
  private charset: string | null = null;

  constructor(input: BodyProcessorInput, flags: MultipartFlags, sink: BodySink) {
    this.input = input;
    this.flags = flags;
    this.sink = sink;
  }

  begin(): void {
    this.boundary = parseBoundary(this.input.contentType, this.flags);
  }

  /** Throws a MultipartError. */
  resume(budget: ReadingBudget): boolean {
    const { text: body } = this.input.body;
    if (body === '') return true;
    while (this.at < body.length && !this.complete) {
      const newline = body.indexOf('\n', this.at);
      if (newline < 0) break;
      const start = this.at;
      this.at = newline + 1;
      if (this.part?.inData === false) budget.steps += STEPS_PER_HEADER;
      this.line(start, this.at);
      if (endsSlice(budget, this.at - start)) return false;
    }
    if (this.complete && !isBlank(body, this.at, body.length)) this.flags.dataAfter = true;
    if (!this.complete) this.end(this.at);
    return true;
  }

  private line(start: number, end: number): void {
    const { text: body } = this.input.body;
    if (body.startsWith('--', start) && end - start > 3) {
      if (body.startsWith(this.boundary, start + 2) && this.boundaryLine(start, end)) return;
      if (!body.startsWith(this.boundary, start + 2)) this.almostBoundary(start, end);
    }
    // Not at the beginning of its line: readers that search for it anywhere (undici) begin a part there.
    if (containsBefore(body, `--${this.boundary}`, start + 1, end)) {
      if (this.flags.unmatchedBoundary === 0) this.flags.unmatchedBoundary = 1;
      this.flags.invalidPart = true;
    }
    if (this.part === null) {
      if (!isBlank(body, start, end)) this.flags.dataBefore = true;
    } else if (this.part.inData) {
      if (this.part.dataStart < 0) this.part.dataStart = start;
    } else this.headerLine(this.part, body.slice(start, end));
  }

  /** False where the text of the boundary stands at the very place where a part's data should begin. */
  private boundaryLine(start: number, end: number): boolean {
    const { text: body } = this.input.body;
    if (start >= 2 && body[start - 2] !== '\r') this.flags.lfLine = true;
    if (this.boundaries > 0 && (this.part?.dataStart ?? -1) < 0) {
      this.flags.invalidPart = true;
      return false;
    }
    if (this.boundaries > 0) this.flags.unmatchedBoundary = 2;
    let rest = body.slice(start + 2 + this.boundary.length, end);
    const final = rest.startsWith('--');
    if (final) rest = rest.slice(2);
    if (rest !== '\r\n' && rest !== '\n') throw this.failure(`Invalid boundary: ${body.slice(start, end)}`);
    if (rest === '\n') this.flags.lfLine = true;
    else this.flags.crlfLine = true;
    this.finishPart(start);
    this.boundaries++;
    if (final) this.complete = true;
    else this.part = new Part();
    return true;
  }

  private almostBoundary(start: number, end: number): void {
    const { text: body } = this.input.body;
    if (this.flags.boundaryQuoted && body[start + 2] === '"' && body.startsWith(this.boundary, start + 3)) {
      throw this.failure('Invalid boundary (quotes).');
    }
    const trimmed = body.slice(start + 2, end).trimStart();
    if (trimmed.length < end - start - 2 && trimmed.startsWith(this.boundary)) {
      throw this.failure('Invalid boundary (whitespace).');
    }
    this.flags.unmatchedBoundary = 1;
  }

  private headerLine(part: Part, line: ByteString): void {
    if (line.length > MAX_HEADER_LINE)
      throw this.failure(`Part header line over ${MAX_HEADER_LINE} bytes long`, 'multipart header');
    if (line.includes('\0')) throw this.failure('Nul byte in part headers.');
    // Two of them end the head to some (Werkzeug), and one a line.
    if (BARE_RETURN.test(line)) throw this.failure('Carriage return by itself in part headers.');
    this.countOutsideFiles(line.length);
    if (line.endsWith('\r\n')) this.flags.crlfLine = true;
    else this.flags.lfLine = true;
    if (line === '\r\n' || line === '\n') this.endOfHeaders(part);
    else if (BLANK_START.test(line)) this.foldedLine(part, line);
    else this.newHeader(part, line);
  }

  private endOfHeaders(part: Part): void {
    recordHeaderLine(part);
    const disposition = part.headers.get('content-disposition');
    if (disposition === undefined) throw this.failure('Part missing Content-Disposition header.');
    const { name, filename, extendedFilename, extendedCharset } = parseContentDisposition(
      disposition,
      this.flags,
    );
    if (name !== null) this.sink.multipartName(name);
    if (filename !== null) this.sink.multipartFilename(filename);
    if (name === null || name === '') throw this.failure('Content-Disposition header missing name field.');
    // Parsers that search the header crudely would not have found what we found.
    if (filename && !disposition.includes('filename='))
      throw this.failure('Invalid Content-Disposition header (filename).');
    part.name = name;
    part.filename = filename ?? '';
    part.extendedFilename = extendedFilename ?? '';
    part.extendedCharset = extendedCharset;
    part.inData = true;
  }

  private foldedLine(part: Part, line: ByteString): void {
    const value = line.trimStart();
    this.flags.headerFolding = true;
    // RFC 2557 folds with blanks and tabs only, PHP with any white space.
    if (/[^ \t]/.test(line.slice(0, line.length - value.length))) this.flags.invalidHeaderFolding = true;
    if (part.lastHeader === null) throw this.failure('Invalid part header (folding error).');
    const { name } = part.lastHeader;
    const folded = `${part.headers.get(name.toLowerCase()) ?? ''} ${withoutLineEnd(value)}`;
    if (folded.length > MAX_HEADER_LINE) throw this.failure('Part header too long.', 'multipart header');
    part.headers.set(name.toLowerCase(), folded);
    part.lastHeader = { name, line: `${name}: ${folded}` };
  }

  private newHeader(part: Part, line: ByteString): void {
    recordHeaderLine(part);
    const colon = line.indexOf(':');
    if (colon < 0) throw this.failure(`Invalid part header (colon missing): ${withoutLineEnd(line)}`);
    if (colon === 0) throw this.failure('Invalid part header (header name missing).');
    const name = line.slice(0, colon);
    if (NAMES_WITHOUT_BLANK.test(line)) part.isNameless = true;
    if (part.headers.has(name.toLowerCase())) throw this.failure(`Duplicate part header: ${name}.`);
    part.headers.set(name.toLowerCase(), withoutLineEnd(line.slice(colon + 1).replace(/^[ \t]+/, '')));
    part.lastHeader = { name, line: withoutLineEnd(line) };
  }

  private finishPart(end: number): void {
    const part = this.part;
    this.part = null;
    if (part === null) return;
    for (const line of part.headerLines) this.sink.partHeader(part.name, line);
    if (part.name === '') {
      this.flags.invalidPart = true;
      return;
    }
    const content = part.dataStart < 0 ? '' : withoutLineEnd(this.input.body.text.slice(part.dataStart, end));
    if (part.filename === '') this.countOutsideFiles(content.length);
    this.finished.push({ part, content });
  }

  /** The last line may lack its line end, but only if it is the final boundary. */
  private end(start: number): void {
    const { text: body } = this.input.body;
    if (this.boundaries === 0) throw this.failure('No boundaries found in payload.');
    if (this.input.limits.everyReading && this.endsBehindBoundary(start)) return;
    if (body.slice(start) !== `--${this.boundary}--`) throw this.failure('Final boundary missing.');
    if (start >= 2 && body[start - 2] !== '\r') this.flags.lfLine = true;
    if (this.part !== null && this.part.dataStart < 0) this.flags.invalidPart = true;
    if (this.flags.unmatchedBoundary === 1) this.flags.unmatchedBoundary = 2;
    this.finishPart(start);
    this.complete = true;
  }

  /**
   * Scripts end their last part with a boundary like all others. Then every part is whole, and readers that take the body
   * at all agree on them.
   */
  private endsBehindBoundary(end: number): boolean {
    const { part } = this;
    return (
      end === this.input.body.text.length &&
      this.boundaries > 1 &&
      part !== null &&
      !part.inData &&
      part.lastHeader === null &&
      part.headers.size === 0
    );
  }

  /** Hands over the parts, when all of them are known to be well. */
  *publish(budget: ReadingBudget): Pausable<void> {
    const names = new EqualNames((value) => value);
    const cutNames = new EqualNames((value) => value);
    const fields: Field[] = [];
    let isInCharset = false;
    for (const { part, content } of this.finished) {
      if (budget.isSliceOver) yield;
      budget.steps += STEPS_PER_PART;
      if (this.input.limits.everyReading) {
        this.publishNames(part);
        if (part.filename === '') {
          this.sink.field(content, typeOf(part));
          const joined = names.take(part.name, content, decodeWords(part.name)[0]);
          if (joined !== null) this.sink.argument(...joined);
          const cut = nameToFirstQuote(part.headers.get('content-disposition') ?? '');
          const joinedByCut = cut === null ? null : cutNames.take(cut, content);
          if (joinedByCut !== null) this.sink.argument(...joinedByCut);
        }
      }
      if (part.filename !== '') yield* this.publishFile(part, content, budget);
      else {
        const text = yield* this.publishField(part, content, budget);
        if (text === null) return;
        fields.push({ part, text });
        isInCharset ||= text !== content;
      }
    }
    yield* this.publishJoined(names, budget);
    yield* this.publishJoined(cutNames, budget);
    if (isInCharset) yield* this.publishTogether(fields, budget);
  }

  /** Values of equal names that are in character sets (ASP.NET). */
  private *publishTogether(fields: readonly Field[], budget: ReadingBudget): Pausable<void> {
    const names = new EqualNames((value) => value);
    for (const { part, text } of fields) {
      if (endsSlice(budget, text.length)) yield;
      const joined = names.take(part.name, text, decodeWords(part.name)[0]);
      if (joined !== null) this.sink.argument(...joined);
    }
    yield* this.publishJoined(names, budget);
  }

  private *publishJoined(names: EqualNames, budget: ReadingBudget): Pausable<void> {
    for (const joined of names.rest()) {
      if (endsSlice(budget, joined === null ? 1 : joined[1].length)) yield;
      if (joined !== null) this.sink.argument(...joined);
    }
  }

  private publishNames(part: Part): void {
    const disposition = part.headers.get('content-disposition') ?? '';
    for (const text of [...textsInQuotes(disposition), ...cleanedValues(disposition)])
      if (part.filename === '') this.sink.argument(text, '');
      else this.sink.furtherFilename(part.name, text);
  }

  /** Its text decoded from its character set; `null`: the limit is reached. */
  private *publishField(part: Part, content: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
    if (!this.sink.argument(part.name, content)) return null;
    return this.input.limits.everyReading ? yield* this.furtherReadings(part, content, budget) : content;
  }

  private *publishFile(part: Part, content: ByteString, budget: ReadingBudget): Pausable<void> {
    this.files++;
    if (this.files > this.input.limits.fileCount) this.flags.fileLimitExceeded = true;
    const type = typeOf(part);
    this.sink.file({ name: part.name, filename: part.filename, content, type });
    if (!this.input.limits.everyReading) return;
    if (part.extendedFilename !== '') {
      const bytes = percentDecode(part.extendedFilename, false);
      this.sink.furtherFilename(part.name, bytes);
      // Tornado escapes quotes of what was escaped, and does not undo that.
      if (/["\\]/.test(bytes)) this.sink.furtherFilename(part.name, bytes.replace(/["\\]/g, '\\$&'));
      const text = yield* decodeCharset(part.extendedCharset, bytes, budget);
      if (text !== 'same' && text !== 'unknown') this.sink.furtherFilename(part.name, text);
    }
    // Without a type it is a field to some, whatever its name (formidable).
    const isFile =
      type !== '' && !part.isNameless && !mayBeField(part.headers.get('content-disposition') ?? '');
    if (isFile) return;
    yield* this.publishField(part, yield* textOf(content, budget), budget);
  }

  /** A field without its transfer encoding, and in the character set that the part or the form names; the latter is what comes back. */
  private *furtherReadings(part: Part, content: ByteString, budget: ReadingBudget): Pausable<ByteString> {
    const coding = part.headers.get('content-transfer-encoding') ?? '';
    const decoded = coding === '' ? null : yield* decodeTransfer(coding, content, budget);
    if (decoded !== null) this.sink.argument(part.name, decoded);
    for (const text of yield* furtherDecoded(coding, content, budget, `\r\n--${this.boundary}`))
      this.sink.argument(part.name, text);
    const charset = charsetOf(typeOf(part)) || charsetOf(this.input.contentType) || this.charsetOfFields();
    if (charset === '') return content;
    // Parsers that ignore transfer encodings (Bottle) still decode character sets.
    for (const bytes of decoded === null ? [content] : [decoded, content]) {
      const inCharset = yield* decodeCharset(charset, bytes, budget);
      if (inCharset === 'unknown') throw this.failure(`A field is in an unknown character set: ${charset}`);
      if (inCharset === 'same') return content;
      this.sink.argument(part.name, inCharset);
      for (const text of yield* furtherInCharset(charset, bytes, inCharset, budget))
        this.sink.argument(part.name, text);
      if (bytes === content) return inCharset;
    }
    return content;
  }

  /** The `_charset_` field, which applies to all others (RFC 7578, 4.6). */
  private charsetOfFields(): string {
    this.charset ??=
      this.finished
        .find(({ part }) => part.name.toLowerCase() === '_charset_')
        ?.content.trim()
        .toLowerCase() ?? '';
    return this.charset;
  }

  private countOutsideFiles(bytes: number): void {
    this.bytesOutsideFiles += bytes;
    const limit = this.input.limits.bodyWithoutFiles;
    if (limit > 0 && this.bytesOutsideFiles > limit) {
      throw this.failure('Request body excluding files is bigger than the maximum expected.');
    }
  }

  private failure(what: string, limit: RequestLimit | null = null): MultipartError {
    this.flags.error = true;
    return new MultipartError(what, limit);
  }
}

const typeOf = (part: Part): ByteString => (part.headers.get('content-type') ?? '').trim();

const NAME = 'name="';

/**
 * A name as System.Web (ASP.NET) cuts it out, which knows no escapes: `"\\"a"` and `"\\"b"` are both `\\`, so that their
 * values are joined. `null`: there is no backslash, so the name is the usual one.
 */
function nameToFirstQuote(disposition: ByteString): ByteString | null {
  if (!disposition.includes('\\')) return null;
  const at = disposition.toLowerCase().indexOf(NAME);
  const end = at < 0 ? -1 : disposition.indexOf('"', at + NAME.length);
  return end < 0 ? null : disposition.slice(at + NAME.length, end);
}

function recordHeaderLine(part: Part): void {
  if (part.lastHeader !== null) part.headerLines.push(part.lastHeader.line);
  part.lastHeader = null;
}

function withoutLineEnd(text: ByteString): ByteString {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Some clients begin or end a body with an empty line, in which nothing can hide. */
function isBlank(text: ByteString, start: number, end: number): boolean {
  return !/[^ \t\r\n]/.test(text.slice(start, end));
}

function containsBefore(text: ByteString, needle: ByteString, start: number, end: number): boolean {
  return text.slice(start, end).includes(needle);
}
