import type { ByteString } from '../../model/api.ts';
import type { FormLook } from '../../model/packed-arguments.ts';
import type { Pausable } from '../../model/pausable.ts';
import { isArchive, markupInArchive } from '../body-processors/archive-members.ts';
import { charsetOf, charsetOfBytes, decodeCharset, furtherInCharset } from '../body-processors/charset.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { contentStart, isData } from '../body-processors/sniff.ts';
import { TextSource } from '../body-processors/text-source.ts';
import type { BodyProcessorInput } from '../body-processors/types.ts';
import { isYaml } from '../body-processors/yaml-scalars.ts';
import type { TransactionState } from '../state/state.ts';
import { BodyReader } from './body-readings.ts';
import { TransactionBodySink } from './body-sink.ts';
import { FormReader } from './form-readings.ts';
import { processorLimits, RAW_TOO, TOO_LONG } from './processor-limits.ts';
import { WHOLE_TEXT } from './reading-sink.ts';

/**
 * Maximum bytes shown to rules of the documents in all archives of a request; and maximum bytes decompressed for each
 * of them.
 */
const MAX_MARKUP = 4 * 1024 * 1024;
const UNPACKED_PER_BYTE = 8;
const SOMETHING: FormLook = { hasSigns: true, hasBareNames: true, hasWide: true, hasLines: true };
const MARK = '\xef\xbb\xbf';
/** Characters that no plain form begins with. */
const NO_FORM = /^[\s\0{["<\-/\xef]/;
/** Nearly all bodies are in these; their ASCII is ASCII. */
const PLAIN_CHARSETS: ReadonlySet<string> = new Set([
  '',
  'utf-8',
  'utf8',
  'iso-8859-1',
  'us-ascii',
  'windows-1252',
]);

/**
 * The one place that decides how a body is read where the rule set has SecRequestBodyReadings on: strictly as its type
 * declares, since otherwise nothing would be inspected; and in every other way that servers which ignore the type may
 * read it. In every character set named by its type or its first bytes.
 */
export function* readRequestBody(state: TransactionState): Pausable<void> {
  const { body } = state;
  const types = state.requestHeaders.withKey('content-type');
  const contentType = types[0]?.value ?? '';
  // Which of two types counts is anyone's guess.
  if (types.length > 1) body.processorName = null;
  const name = body.processorName;
  if (name === null || RAW_TOO.has(name) || body.forceVariable) body.variableFilled = true;

  const reader = new BodyReader(state, processorLimits(state));
  const beginning = body.beginning(4);
  const charset = charsetOfBytes(beginning) || charsetOf(contentType);
  const decoded = PLAIN_CHARSETS.has(charset)
    ? 'same'
    : yield* decodeCharset(charset, body.text, state.budget);
  if (name === null) yield* readUndeclared(state, reader, contentType);
  else yield* readDeclared(state, reader, { name, contentType, beginning });
  if (decoded === 'unknown') body.error ??= `Request body is in an unknown character set: ${charset}`;
  else if (decoded !== 'same') {
    yield* readDecoded(state, reader, { name, contentType, decoded });
    if (name === 'URLENCODED') yield* readEscapesIn(state, charset, decoded);
    for (const other of yield* furtherInCharset(charset, body.text, decoded, state.budget))
      yield* readDecoded(state, reader, { name, contentType, decoded: other });
  }
}

function* readUndeclared(
  state: TransactionState,
  reader: BodyReader,
  contentType: ByteString,
): Pausable<void> {
  const { body } = state;
  const { text } = body;
  const isLong = body.limitExceeded || body.length > state.site.requestLimits.requestBodyNoFiles;
  body.limitExceeded =
    body.goesOn || (isLong && (isData(text) || isYaml(text, contentStart(text), contentType)));
  if (body.limitExceeded) body.error = TOO_LONG;
  yield* reader.read(text, contentType);
  yield* reader.readFrames(text, contentType);
  if (!isArchive(text)) return;
  new TransactionBodySink(state).fileContent(WHOLE_TEXT, text);
  yield* readArchives(state);
}

/** The documents within office files and similar archives that are inspected. */
function* readArchives(state: TransactionState): Pausable<void> {
  const { fileContents, fileMembers } = state.multipart;
  const room = { texts: MAX_MARKUP, unpacked: MAX_MARKUP };
  for (const { key, value } of fileContents.entries) {
    if (!isArchive(value)) continue;
    room.unpacked += value.length * UNPACKED_PER_BYTE;
    const { texts, isAll } = yield* markupInArchive(value, room, state.budget);
    for (const text of texts) fileMembers.add(key ?? '', text);
    if (!isAll) state.limitExceeded ??= 'packed texts';
  }
}

interface Declared {
  name: string;
  contentType: ByteString;
  /** The body's first four bytes. */
  beginning: ByteString;
}

function* readDeclared(
  state: TransactionState,
  reader: BodyReader,
  { name, contentType, beginning }: Declared,
): Pausable<void> {
  const { body } = state;
  const limit = state.site.requestLimits.requestBodyNoFiles;
  if (name !== 'MULTIPART' && limit > 0 && body.length > limit) body.limitExceeded = true;
  let error = yield* process(state, name, { body, contentType, limits: processorLimits(state) });
  if (error !== null && name === 'JSON' && beginning.startsWith(MARK)) {
    const unmarked = new TextSource(body.text.slice(MARK.length));
    error = yield* process(state, name, { body: unmarked, contentType, limits: processorLimits(state) });
  }
  if (name === 'URLENCODED') {
    const forms = new FormReader(state, state.ruleSet.settings.argumentSeparator);
    // The processor has seen every byte; if it found no special sign, no further reading is needed.
    const look = state.args.packed?.formLook ?? SOMETHING;
    if (look.hasSigns) yield* forms.readBracketNames(body.text);
    if (look.hasBareNames) yield* forms.readNamesOverPairs(body.text);
    if (look.hasWide) yield* forms.readLowBytes(body.text);
    if (look.hasSigns) {
      if (look.hasLines) yield* forms.readNamesOverLines(body.text);
      yield* forms.readSemicolonPairs(body.text);
      yield* forms.readEqualNames(body.text);
    }
  }
  if (name === 'MULTIPART') {
    for (const { content, type } of state.multipart.documents) yield* reader.readPart(content, type);
    for (const content of state.multipart.otherFiles) yield* reader.readLateCards(content);
    yield* readArchives(state);
  }
  if (name === 'URLENCODED' && NO_FORM.test(beginning)) yield* reader.readShape(body.text);
  if (error?.endsWith(TOO_LONG)) body.limitExceeded = true;
  // Where we have cut it, it does not end properly: that is nobody's fault.
  if (body.limitExceeded) body.error = TOO_LONG;
  else {
    body.error = error;
    body.processorError = error;
  }
}

interface Decoded {
  name: string | null;
  contentType: ByteString;
  decoded: ByteString;
}

/** Reads a body in a character set whose ASCII characters have other bytes. */
function* readDecoded(
  state: TransactionState,
  reader: BodyReader,
  { name, contentType, decoded }: Decoded,
): Pausable<void> {
  const { body } = state;
  if (name === null) {
    yield* reader.read(decoded, contentType);
    return;
  }
  const source = new TextSource(decoded);
  const forms = new FormReader(state, state.ruleSet.settings.argumentSeparator);
  yield* forms.unpack();
  const error = yield* process(state, name, { body: source, contentType, limits: processorLimits(state) });
  yield* forms.unpack();
  reader.readText(decoded);
  if (body.limitExceeded) return;
  // One reading that holds is enough: the other one is of a server that ignores the character set.
  body.processorError = body.processorError === null ? null : error;
  body.error = body.processorError;
}

/** Percent-escapes of a form as bytes of its character set. */
function* readEscapesIn(state: TransactionState, charset: string, decoded: ByteString): Pausable<void> {
  const forms = new FormReader(state, state.ruleSet.settings.argumentSeparator);
  yield* forms.readFormIn(charset, state.body.text);
  yield* forms.readFormTwiceIn(charset, decoded);
}

const process = (state: TransactionState, name: string, input: BodyProcessorInput): Pausable<string | null> =>
  bodyProcessors.get(name)!(input, new TransactionBodySink(state));
