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
import { lookInSlices, RemarkableBytes } from './remarkable-bytes.ts';
import { isRemarkableInSlices, isRemarkableText, REMARKABLE } from './remarkable-text.ts';

/**
 * A request may say so many times its length in values of values; what says more is refused. Ordinary ones do not come to
 * twice: a document within a form is told once as a text, and once by its members. A script that is a body comes to six: as a text and by
 * what stands between its ampersands, each as three readers of escapes and comments have it.
 */
const MAX_TIMES = 8;
const MIN_BYTES = 64 * 1024;
/**
 * Of what is packed in values, when it is unpacked: as much as a document may have, and what a body of records comes to that were
 * packed before they were sent (logs are a tenth of their length), each in base64.
 */
const MIN_UNPACKED = 1024 * 1024;
const MAX_UNPACKED = 4 * MIN_UNPACKED;
const TIMES_PACKED = 16;

const NOT_ASCII = /[\x80-\xff]/;
/** Of a page, as browsers tell it. */
const ADDRESS = /^(?:[a-z][\w+.-]*:\/\/|\/)/i;
/** The same of all values of a Cookie header. */
const REMARKABLE_COOKIES = /[%\\\x80-\xff]|&[#a-zA-Z]|=[\s\0"]*(?:j:)?[{["/)#]/;

/** So much is looked through at once; longer requests stop where a slice is over. */
const MAX_QUICK_VALUES = 64;
const MAX_QUICK_BYTES = 4096;

/** What of a request may hold further values; nothing else of it does. */
export interface RemarkableParts {
  readonly unpacked: readonly Entry[];
  readonly packed: readonly RemarkableArgument[];
  readonly cookies: boolean;
  readonly readings: readonly Entry[];
  readonly headers: readonly Entry[];
}

interface RemarkableArgument {
  readonly index: number;
  /** Not its value alone. */
  readonly isName: boolean;
}

const NO_ARGUMENTS: readonly RemarkableArgument[] = [];

/** Many requests are so. */
export const NOTHING_REMARKABLE: RemarkableParts = {
  unpacked: NO_ENTRIES,
  packed: NO_ARGUMENTS,
  cookies: false,
  readings: NO_ENTRIES,
  headers: NO_ENTRIES,
};

/**
 * Asks the same of the same values as {@link findFurtherReadings}, all at once, without a reader or anything that could pause. Of most
 * requests a token or two are left, or nothing. `null`: there is too much to look at.
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
  // Of much, what is behind the first that is remarkable is for slices.
  const isMuch = bytesIn(args.unpacked) > MAX_QUICK_BYTES;
  const unpacked = those(args.unpacked, isRemarkable, isMuch ? 1 : MAX_QUICK_VALUES);
  if (isMuch && unpacked.length > 0) return null;
  const parts = {
    unpacked,
    packed: args.packed === null ? NO_ARGUMENTS : remarkablyPacked(args.packed, budget),
    cookies: hasRemarkableCookies(state),
    readings: those(direct, isRemarkableValue),
    headers: those(
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

/** Mostly none; at most the first so many. */
function those(
  entries: readonly Entry[],
  are: (entry: Entry) => boolean,
  most = MAX_QUICK_VALUES,
): readonly Entry[] {
  let found: Entry[] | null = null;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    if (!are(entry)) continue;
    found ??= [];
    found.push(entry);
    if (found.length === most) break;
  }
  return found ?? NO_ENTRIES;
}

/** To look through it takes so long that it is done in slices. */
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

/** The same as {@link findFurtherReadings}, of a request in which nothing else is remarkable. */
export function* findReadingsIn(parts: RemarkableParts, state: TransactionState): Pausable<void> {
  // Without it every value is read, remarkable or not.
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

/** Of a header that has come before only what its reading has counted. */
function* readDirect(
  entry: Entry,
  reader: ValueReader,
  { inUse, ruleSet }: TransactionState,
): Pausable<void> {
  const { collection, key, value } = entry;
  const { jsonDepth } = ruleSet.settings;
  // No log-in is to be remembered.
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

/** Looks at every value that programs read for what they may make of it; most have nothing remarkable in them. */
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

/** A document in the name of a member begins where that name does, whatever the member lies in. */
const ownName = ({ key, stepStart }: Entry): ByteString => (stepStart === 0 ? key! : key!.slice(stepStart));

function* readPacked(
  packed: PackedArguments,
  reader: ValueReader,
  { inUse, budget }: TransactionState,
): Pausable<void> {
  const { bytes } = packed.arena;
  // Without it every argument is read, remarkable or not.
  const look = inUse.value_look ? yield* lookInSlices(packed, budget) : null;
  let text: ByteString | null = null;
  for (let index = 0; index < packed.count; index++) {
    const start = packed.valueStart(index);
    const end = packed.valueEnd(index);
    const nameStart = packed.stepStart(index);
    const nameEnd = packed.stepEnd(index);
    const isName =
      nameEnd !== IS_INDEX &&
      (look === null ||
        (nameEnd - nameStart > MUCH
          ? (yield* look.testInSlices(nameStart, nameEnd)) ||
            (yield* alone(budget, nameEnd - nameStart, () => mayHaveBracketKeys(bytes, nameStart, nameEnd)))
          : look.test(nameStart, nameEnd) || mayHaveBracketKeys(bytes, nameStart, nameEnd)));
    const isRead =
      isName ||
      look === null ||
      (end - start > MUCH ? yield* look.testInSlices(start, end) : look.test(start, end));
    if (isRead) {
      text ??= packed.arena.text();
      yield* readPackedArgument(packed, index, isName, { reader, text });
    }
    if (endsSlice(budget)) yield;
  }
}

/** @param into.text of the arena */
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

/** Of what rules look at under names of their own. */
function isRemarkableHeader(header: Entry, { inUse }: TransactionState): boolean {
  const { lowerKey } = header;
  if (lowerKey === 'user-agent') return remarkableAgents.ask(header, inUse.candidate_memo);
  return lowerKey === 'referer' && isRemarkableReferer(header.value);
}

/** Browsers write nothing of it. */
const remarkableAgents = new HeaderMemo(
  ({ value }) =>
    value.includes('\\') ||
    value.includes('&') ||
    value.includes('%') ||
    NOT_ASCII.test(value) ||
    mayBeCoded(value) ||
    holdsCodedRun(value),
);

/** Addresses of the pages before are full of percent signs and ampersands. */
const isRemarkableReferer = (value: ByteString): boolean =>
  value.includes('\\') ||
  value.includes('&#') ||
  value.includes('%u') ||
  // What is no address is not written as addresses are.
  (!ADDRESS.test(value) && REMARKABLE.test(value)) ||
  mayBeCoded(value) ||
  holdsCodedRun(value);

const hasRemarkableCookies = (state: TransactionState): boolean =>
  state.requestHeaders.withKey('cookie').some(({ value }) => REMARKABLE_COOKIES.test(value)) ||
  state.cookies.entries.some(({ value }) => mayBeCoded(value) || holdsCodedRun(value));

/**
 * Programs take the text of one element. What rules see as `XML:/*` is that of all, one behind the other: a pattern that is
 * bound to the beginning of a value would see the first only.
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
