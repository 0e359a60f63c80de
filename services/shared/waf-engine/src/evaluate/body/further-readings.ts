import type { ByteString } from '../../model/api.ts';
import { type Entry, NO_ENTRIES } from '../../model/entry.ts';
import { IS_INDEX, type PackedArguments } from '../../model/packed-arguments.ts';
import {
  alone,
  endsSlice,
  MUCH,
  type Pausable,
  type ReadingBudget,
  STEPS_PER_ITEM,
} from '../../model/pausable.ts';
import type { XmlDocument } from '../body-processors/types.ts';
import { bracketKeys, mayHaveBracketKeys } from '../request-readings/bracket-keys.ts';
import { holdsCodedRun } from '../request-readings/coded-runs.ts';
import { mayBeCoded } from '../request-readings/coded-text.ts';
import { FruitlessMemo } from '../request-readings/fruitless-memo.ts';
import { HeaderMemo } from '../request-readings/header-memo.ts';
import { SHORT_WORD, ValueReader } from '../request-readings/value-readings.ts';
import type { TransactionState } from '../state/state.ts';
import { transformationsByName } from '../transformations/index.ts';
import { PlainMembers } from './plain-members.ts';
import { lookInSlices, RemarkableBytes } from './remarkable-bytes.ts';
import { isRemarkableInSlices, isRemarkableText, REMARKABLE } from './remarkable-text.ts';

/**
 * Maximum total length of a request's readings, as a multiple of the request's own length; beyond it the request is
 * refused. Ordinary requests stay below 2: a document within a form counts once as text and once by its members. A
 * script as a body reaches 6: as text and by what stands between its ampersands, each as three readers of escapes and
 * comments see it.
 */
const MAX_TIMES = 8;
const MIN_BYTES = 64 * 1024;
/**
 * Minimum room for decompressed data in values, in bytes: what a document may have, and what a batch of records amounts
 * to that were compressed (logs to a tenth of their size) and base64-encoded one by one.
 */
const MIN_UNPACKED = 1024 * 1024;
const MAX_UNPACKED = 4 * MIN_UNPACKED;
const TIMES_PACKED = 16;

const NOT_ASCII = /[\x80-\xff]/;
/** The start of a page address, as browsers send it in Referer. */
const ADDRESS = /^(?:[a-z][\w+.-]*:\/\/|\/)/i;
/** The same check for all values of a Cookie header at once. */
const REMARKABLE_COOKIES = /[%\\\x80-\xff]|&[#a-zA-Z]|=[\s\0"]*(?:j:)?[{["/)#]/;

/** Maximum values examined without a pause; longer requests stop where a slice is over. */
const MAX_QUICK_VALUES = 64;
const MAX_QUICK_BYTES = 4096;

/** The parts of a request that may contain further values. */
export interface RemarkableParts {
  readonly unpacked: readonly Entry[];
  readonly packed: readonly RemarkableArgument[];
  readonly cookies: boolean;
  readonly readings: readonly Entry[];
  readonly headers: readonly Entry[];
}

interface RemarkableArgument {
  readonly index: number;
  /** Whether it is examined for its name too, not for its value only. */
  readonly isName: boolean;
}

const NO_ARGUMENTS: readonly RemarkableArgument[] = [];

/** Shared result for the many requests with nothing to examine. */
export const NOTHING_REMARKABLE: RemarkableParts = {
  unpacked: NO_ENTRIES,
  packed: NO_ARGUMENTS,
  cookies: false,
  readings: NO_ENTRIES,
  headers: NO_ENTRIES,
};

/**
 * Makes the same checks as {@link findFurtherReadings} on the same values, in one pass, without a reader or pauses. For
 * most requests it leaves one or two values, or none. `null`: the request is too large for this.
 */
export function remarkableParts(state: TransactionState): RemarkableParts | null {
  const { args, budget } = state;
  if (args.size > MAX_QUICK_VALUES || state.multipart.partHeaders.size > MAX_QUICK_VALUES) return null;
  const direct = state.directReadings(true);
  const count = args.size + direct.length;
  if (
    state.xml !== null ||
    state.objectNames.length > 0 ||
    count > MAX_QUICK_VALUES ||
    args.unpacked.some(isLong) ||
    direct.some(isLong) ||
    (args.packed !== null && args.packed.arena.used > MAX_QUICK_BYTES)
  )
    return null;
  budget.steps += count * STEPS_PER_ITEM;
  // In a large request, the parts after the first remarkable one are examined in slices.
  const isMuch = bytesIn(args.unpacked) > MAX_QUICK_BYTES;
  const unpacked = entriesThat(args.unpacked, isRemarkable, isMuch ? 1 : MAX_QUICK_VALUES);
  if (isMuch && unpacked.length > 0) return null;
  const parts = {
    unpacked,
    packed: args.packed === null ? NO_ARGUMENTS : remarkablyPacked(args.packed, budget),
    cookies: hasRemarkableCookies(state),
    readings: entriesThat(direct, isRemarkableValue),
    headers: entriesThat(
      state.requestHeaders.entries,
      (header) => isRemarkableHeader(header, state),
      Number.POSITIVE_INFINITY,
    ),
  };
  const isNothing =
    !parts.cookies &&
    parts.unpacked.length === 0 &&
    parts.packed.length === 0 &&
    parts.readings.length === 0 &&
    parts.headers.length === 0;
  return isNothing ? NOTHING_REMARKABLE : parts;
}

/** The entries that pass a check: mostly none, at most the first few. */
function entriesThat(
  entries: readonly Entry[],
  are: (entry: Entry) => boolean,
  max = MAX_QUICK_VALUES,
): readonly Entry[] {
  let found: Entry[] | null = null;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    if (!are(entry)) continue;
    found ??= [];
    found.push(entry);
    if (found.length === max) break;
  }
  return found ?? NO_ENTRIES;
}

/** Whether it must be examined in slices, for its length. */
const isLong = ({ key, value }: Entry): boolean => (key?.length ?? 0) + value.length > MUCH;

function bytesIn(entries: readonly Entry[]): number {
  let bytes = 0;
  for (let at = 0; at < entries.length; at++) bytes += entries[at]!.value.length;
  return bytes;
}

function remarkablyPacked(packed: PackedArguments, budget: ReadingBudget): readonly RemarkableArgument[] {
  budget.steps += packed.arena.used;
  const { bytes } = packed.arena;
  const look = new RemarkableBytes(packed, budget);
  let found: RemarkableArgument[] | null = null;
  for (let index = 0; index < packed.count; index++) {
    const nameEnd = packed.stepEnd(index);
    const nameStart = packed.stepStart(index);
    const isName =
      nameEnd !== IS_INDEX &&
      (look.test(nameStart, nameEnd) || mayHaveBracketKeys(bytes, nameStart, nameEnd));
    if (!isName && !look.test(packed.valueStart(index), packed.valueEnd(index))) continue;
    found ??= [];
    found.push({ index, isName });
  }
  return found ?? NO_ARGUMENTS;
}

/** The same as {@link findFurtherReadings}, limited to the given parts. */
export function* findReadingsIn(parts: RemarkableParts, state: TransactionState): Pausable<void> {
  // With the accelerator off every value is read, remarkable or not.
  if (!state.inUse.value_look) {
    yield* findFurtherReadings(state);
    return;
  }
  const { budget } = state;
  const reader = readerOf(state, state.directReadings(true));
  for (const entry of parts.unpacked) {
    yield* readArgument(entry, reader);
    if (endsSlice(budget)) yield;
  }
  const text = parts.packed.length === 0 ? '' : state.args.packed!.arena.text();
  for (const { index, isName } of parts.packed) {
    yield* readPackedArgument(state.args.packed!, index, isName, { reader, text });
    if (endsSlice(budget)) yield;
  }
  if (parts.cookies) yield* readCookies(state, reader);
  for (const entry of parts.readings) {
    if (endsSlice(budget, entry.value.length)) yield;
    yield* readDirect(entry, reader, state);
  }
  for (const { collection, key, value } of parts.headers) yield* reader.read(collection, key, value);
  state.allReadings = reader.found;
  state.limitExceeded ??= reader.limit;
}

const fruitless = new FruitlessMemo();

/** Reads a header. One seen before counts only the members that its earlier reading counted. */
function* readDirect(
  entry: Entry,
  reader: ValueReader,
  { inUse, ruleSet }: TransactionState,
): Pausable<void> {
  const { collection, key, value } = entry;
  const { jsonDepth } = ruleSet.settings;
  // Credentials are never remembered.
  const isRemembered =
    inUse.candidate_memo && collection === 'REQUEST_HEADERS' && entry.lowerKey !== 'authorization';
  const known = isRemembered ? fruitless.membersOf(entry, jsonDepth) : undefined;
  if (known !== undefined && reader.countMembers(known)) return;
  const before = reader.mark();
  yield* reader.read(collection, key, value);
  const members = reader.membersSince(before);
  if (isRemembered && members !== null) fruitless.learn(entry, jsonDepth, members);
}

function readerOf(state: TransactionState, direct: readonly Entry[]): ValueReader {
  const { settings } = state.ruleSet;
  const { argumentsLimit, jsonDepth } = settings;
  const limits = {
    jsonDepth,
    members: argumentsLimit > 0 ? Math.max(0, argumentsLimit - state.args.size) : Number.POSITIVE_INFINITY,
    bytes: MIN_BYTES + MAX_TIMES * (state.request.target.length + state.body.length),
    unpacked: Math.min(MAX_UNPACKED, MIN_UNPACKED + TIMES_PACKED * state.body.length),
  };
  return new ValueReader(limits, state.budget, direct);
}

/** Reads every value that programs interpret for further values; most contain none. */
export function* findFurtherReadings(state: TransactionState): Pausable<void> {
  yield* state.findUploadReadings();
  const direct = state.directReadings(true);
  const reader = readerOf(state, direct);
  yield* readArguments(state, reader);
  for (const name of state.objectNames) {
    yield* reader.read('ARGS_NAMES', name, name);
    if (endsSlice(state.budget)) yield;
  }
  yield* readCookies(state, reader);
  for (const entry of direct) {
    if (endsSlice(state.budget, entry.value.length)) yield;
    yield* readEntry(entry, reader, state);
  }
  for (const entry of state.requestHeaders.entries)
    if (isRemarkableHeader(entry, state)) yield* reader.read(entry.collection, entry.key, entry.value);
  if (state.xml !== null) yield* readXml(state.xml, reader, state);
  state.allReadings = reader.found;
  state.limitExceeded ??= reader.limit;
}

function* readArguments(state: TransactionState, reader: ValueReader): Pausable<void> {
  const { inUse, budget, args } = state;
  for (const entry of args.unpacked) {
    const isRead =
      !inUse.value_look || (isLong(entry) ? yield* isRemarkableLong(entry, budget) : isRemarkable(entry));
    if (isRead) yield* readArgument(entry, reader);
    if (endsSlice(budget)) yield;
  }
  if (args.packed !== null) yield* readPacked(args.packed, reader, state);
}

function* readArgument(entry: Entry, reader: ValueReader): Pausable<void> {
  yield* reader.read('ARGS', entry.key, entry.value);
  yield* readName(reader, entry.key!, ownName(entry));
}

const isRemarkableValue = ({ value }: Entry): boolean => isRemarkableText(value);

const isRemarkable = (entry: Entry): boolean =>
  isRemarkableText(entry.value) || isRemarkableText(ownName(entry)) || bracketKeys(ownName(entry)).length > 0;

function* isRemarkableLong(entry: Entry, budget: ReadingBudget): Pausable<boolean> {
  const name = ownName(entry);
  return (
    (yield* isRemarkableInSlices(entry.value, budget)) ||
    (yield* isRemarkableInSlices(name, budget)) ||
    (yield* alone(budget, name.length, () => bracketKeys(name).length > 0))
  );
}

function* readName(reader: ValueReader, key: ByteString, name: ByteString): Pausable<void> {
  yield* reader.read('ARGS_NAMES', key, name);
  for (const inBrackets of bracketKeys(name)) {
    reader.add('ARGS_NAMES', key, inBrackets);
    yield* reader.read('ARGS_NAMES', key, inBrackets);
  }
}

/** The name of a document within a member starts at that member's own name, whatever contains the member. */
const ownName = ({ key, stepStart }: Entry): ByteString => (stepStart === 0 ? key! : key!.slice(stepStart));

function* readPacked(
  packed: PackedArguments,
  reader: ValueReader,
  { inUse, budget }: TransactionState,
): Pausable<void> {
  const { bytes } = packed.arena;
  // With the accelerator off every argument is read, remarkable or not.
  const look = inUse.value_look ? yield* lookInSlices(packed, budget) : null;
  const plain = look !== null && inUse.member_repeats && packed.hasRepeats ? new PlainMembers(packed) : null;
  let text: ByteString | null = null;
  for (let index = 0; index < packed.count; index++) {
    const start = packed.valueStart(index);
    const end = packed.valueEnd(index);
    const nameStart = packed.stepStart(index);
    const nameEnd = packed.stepEnd(index);
    const isName =
      nameEnd !== IS_INDEX &&
      !plain?.knowsName(index) &&
      (look === null ||
        (nameEnd - nameStart > MUCH
          ? yield* isRemarkableLongName(look, bytes, { from: nameStart, to: nameEnd }, budget)
          : look.test(nameStart, nameEnd) || mayHaveBracketKeys(bytes, nameStart, nameEnd)));
    if (!isName) plain?.learnName(index);
    const isRead =
      isName ||
      look === null ||
      (!plain?.knowsValue(index) &&
        (end - start > MUCH ? yield* look.testInSlices(start, end) : look.test(start, end)));
    if (isRead) {
      text ??= packed.arena.text();
      yield* readPackedArgument(packed, index, isName, { reader, text });
    } else plain?.learnValue(index);
    if (endsSlice(budget)) yield;
  }
}

/** A generator of its own: a closure in the loop over arguments would cost each of them a context of its variables. */
function* isRemarkableLongName(
  look: RemarkableBytes,
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  budget: ReadingBudget,
): Pausable<boolean> {
  return (
    (yield* look.testInSlices(from, to)) ||
    (yield* alone(budget, to - from, () => mayHaveBracketKeys(bytes, from, to)))
  );
}

/** @param into.text all bytes of the arena that `packed` refers to */
function* readPackedArgument(
  packed: PackedArguments,
  index: number,
  isName: boolean,
  { reader, text }: { reader: ValueReader; text: ByteString },
): Pausable<void> {
  const key = nameOf(packed, index);
  yield* reader.read('ARGS', key, text.slice(packed.valueStart(index), packed.valueEnd(index)));
  if (isName) yield* readName(reader, key, text.slice(packed.stepStart(index), packed.stepEnd(index)));
}

function nameOf(packed: PackedArguments, index: number): ByteString {
  const names = packed.names();
  names.spell(index);
  return names.arena.text(names.start(index), names.end(index));
}

/** Whether a header that rules examine under a name of its own is worth reading. */
function isRemarkableHeader(header: Entry, { inUse }: TransactionState): boolean {
  const { lowerKey } = header;
  if (lowerKey === 'user-agent') return remarkableAgents.ask(header, inUse.candidate_memo);
  if (lowerKey !== 'referer') return false;
  return header.known === null
    ? isRemarkableReferer(header.value)
    : remarkableReferers.ask(header, inUse.candidate_memo);
}

/** Browsers send no user agent with these characters. */
const remarkableAgents = new HeaderMemo(
  ({ value }) =>
    value.includes('\\') ||
    value.includes('&') ||
    value.includes('%') ||
    NOT_ASCII.test(value) ||
    mayBeCoded(value) ||
    holdsCodedRun(value),
);

/** Addresses of previous pages are full of percent signs and ampersands, so those alone are not remarkable. */
const isRemarkableReferer = (value: ByteString): boolean =>
  value.includes('\\') ||
  value.includes('&#') ||
  value.includes('%u') ||
  // Percent-encoding that is not as in URLs.
  (!ADDRESS.test(value) && REMARKABLE.test(value)) ||
  mayBeCoded(value) ||
  holdsCodedRun(value);

/** Caches recurring Referer headers. */
const remarkableReferers = new HeaderMemo(({ value }) => isRemarkableReferer(value));

const hasRemarkableCookies = (state: TransactionState): boolean =>
  state.requestHeaders.withKey('cookie').some(({ value }) => REMARKABLE_COOKIES.test(value)) ||
  state.cookies.entries.some(({ value }) => mayBeCoded(value) || holdsCodedRun(value));

/**
 * Reads the text of each XML element separately, as programs do. Rules see `XML:/*` as the concatenation of all texts,
 * in which a pattern anchored to the beginning of a value would only match the first.
 */
function* readXml(document: XmlDocument, reader: ValueReader, state: TransactionState): Pausable<void> {
  const { budget } = state;
  while (!state.selectSomeXml('//@*')) yield;
  for (const entry of state.xmlValues('//@*')) {
    yield* readEntry(entry, reader, state);
    if (endsSlice(budget)) yield;
  }
  for (let index = 0; index < document.textCount; index++) {
    const text = transformationsByName.trim.apply(document.textAt(index));
    if (endsSlice(budget, text.length)) yield;
    if (!SHORT_WORD.test(text)) reader.add('XML', '/*', text);
    if (yield* isReadFurther(text, state)) yield* reader.read('XML', '/*', text);
  }
  for (const text of yield* document.elementTexts(budget)) {
    if (endsSlice(budget, text.length)) yield;
    if (SHORT_WORD.test(text)) continue;
    reader.add('XML', '/*', text);
    if (yield* isReadFurther(text, state)) yield* reader.read('XML', '/*', text);
  }
}

function* readCookies(state: TransactionState, reader: ValueReader): Pausable<void> {
  if (state.inUse.value_look && !hasRemarkableCookies(state)) return;
  for (const entry of state.cookies.entries) yield* readEntry(entry, reader, state);
}

function* readEntry(
  { collection, key, value }: Entry,
  reader: ValueReader,
  state: TransactionState,
): Pausable<void> {
  if (yield* isReadFurther(value, state)) yield* reader.read(collection, key, value);
}

function* isReadFurther(value: ByteString, { inUse, budget }: TransactionState): Pausable<boolean> {
  return !inUse.value_look || (yield* isRemarkableInSlices(value, budget));
}
