import type { ByteString } from '../api.ts';
import { type Pausable, type ReadingBudget, STEPS_PER_ITEM } from '../body-processors/pausable.ts';
import { ValueReader } from '../request-readings/value-readings.ts';
import { byteSet } from '../transformations/byte-classes.ts';
import type { Entry } from '../variables/entry.ts';
import { IS_INDEX, type PackedArguments } from '../variables/packed-arguments.ts';
import type { TransactionState } from './state.ts';

/**
 * A request may say so many times its length in values of values; what says more is refused. Ordinary ones do not come to
 * twice: a document within a form is told once as a text, and once by its members.
 */
const MAX_TIMES = 4;
const MIN_BYTES = 64 * 1024;

const PERCENT = 0x25;
/** Of a value: it may be more than it looks like. */
const REMARKABLE = /[%\x80-\xff]|^[\s\0]*(?:j:)?[{["/)#]/;
/** The same of all values of a Cookie header. */
const REMARKABLE_COOKIES = /[%\x80-\xff]|=[\s\0"]*(?:j:)?[{["/)#]/;

/** So much is looked through at once; longer requests stop where a slice is over. */
const MAX_QUICK_VALUES = 64;
const MAX_QUICK_BYTES = 4096;

/**
 * True only if {@link findFurtherReadings} has nothing to find: it asks the same of the same values, all at once, and nearly
 * all requests end here, without a reader or anything that could pause.
 */
export function nothingIsRemarkable(state: TransactionState): boolean {
  const { args, budget } = state;
  const readings = state.directReadings(true);
  const count = args.size + readings.length;
  const { packed } = args;
  if (
    state.xml !== null ||
    count > MAX_QUICK_VALUES ||
    (packed !== null && packed.arena.used > MAX_QUICK_BYTES)
  )
    return false;
  budget.steps += count * STEPS_PER_ITEM;
  const { unpacked } = args;
  for (let at = 0; at < unpacked.length; at++) if (isRemarkable(unpacked[at]!)) return false;
  for (let at = 0; at < readings.length; at++) if (REMARKABLE.test(readings[at]!.value)) return false;
  return !hasRemarkableCookies(state) && (packed === null || isPlainlyPacked(packed, budget));
}

function isPlainlyPacked(packed: PackedArguments, budget: ReadingBudget): boolean {
  const { bytes, used } = packed.arena;
  budget.steps += used;
  const isRemarkable = remarkableBytes(bytes, used);
  for (let index = 0; index < packed.count; index++) {
    const nameEnd = packed.stepEnd(index);
    if (nameEnd !== IS_INDEX && isRemarkable(packed.stepStart(index), nameEnd)) return false;
    if (isRemarkable(packed.valueStart(index), packed.valueEnd(index))) return false;
  }
  return true;
}

/** The question of {@link REMARKABLE}, of bytes[start..end). A form's own escapes are in its bytes, but in no value. */
function remarkableBytes(bytes: Uint8Array, used: number): (start: number, end: number) => boolean {
  const hasOddBytes = hasOddWord(bytes, used);
  return (start, end) => startsDocument(bytes, start, end) || (hasOddBytes && hasOddByte(bytes, start, end));
}

/** Looks at every value that programs read for what they may make of it; most have nothing remarkable in them. */
export function* findFurtherReadings(state: TransactionState): Pausable<void> {
  const { settings } = state.program;
  const { argumentsLimit, jsonDepth } = settings;
  const limits = {
    jsonDepth,
    members: argumentsLimit > 0 ? Math.max(0, argumentsLimit - state.args.size) : Number.POSITIVE_INFINITY,
    bytes: MIN_BYTES + MAX_TIMES * (state.request.target.length + state.body.length),
  };
  const reader = new ValueReader(limits, state.budget);
  yield* readArguments(state, reader);
  yield* readCookies(state, reader);
  for (const entry of state.directReadings(true)) yield* readEntry(entry, reader);
  if (state.xml !== null)
    for (const path of ['/*', '//@*'])
      for (const entry of state.xmlValues(path)) yield* readEntry(entry, reader);
  state.furtherReadings = reader.found;
  state.limitExceeded ??= reader.limit;
}

function* readArguments(state: TransactionState, reader: ValueReader): Pausable<void> {
  const { budget, args } = state;
  for (const entry of args.unpacked) {
    if (isRemarkable(entry)) {
      yield* reader.read('ARGS', entry.key, entry.value);
      yield* reader.read('ARGS_NAMES', entry.key, entry.key!);
    }
    budget.steps += STEPS_PER_ITEM;
    if (budget.isSliceOver) yield;
  }
  if (args.packed !== null) yield* readPacked(args.packed, reader, budget);
}

const isRemarkable = ({ key, value }: Entry): boolean => REMARKABLE.test(value) || REMARKABLE.test(key!);

function* readPacked(packed: PackedArguments, reader: ValueReader, budget: ReadingBudget): Pausable<void> {
  const { bytes, used } = packed.arena;
  budget.steps += used;
  const remarkable = remarkableBytes(bytes, used);
  let text: ByteString | null = null;
  for (let index = 0; index < packed.count; index++) {
    const start = packed.valueStart(index);
    const end = packed.valueEnd(index);
    const nameStart = packed.stepStart(index);
    const nameEnd = packed.stepEnd(index);
    const isName = nameEnd !== IS_INDEX && remarkable(nameStart, nameEnd);
    if (isName || remarkable(start, end)) {
      text ??= packed.arena.text();
      const key = nameOf(packed, index);
      yield* reader.read('ARGS', key, text.slice(start, end));
      if (isName) yield* reader.read('ARGS_NAMES', key, text.slice(nameStart, nameEnd));
    }
    budget.steps += STEPS_PER_ITEM;
    if (budget.isSliceOver) yield;
  }
}

function nameOf(packed: PackedArguments, index: number): ByteString {
  const names = packed.names();
  names.spell(index);
  return names.arena.text(names.start(index), names.end(index));
}

/** 1 for brackets, quotes, and what comments and prefixes before a document begin with. */
const STARTS_DOCUMENT = byteSet('{["/)#');

function startsDocument(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 0x20) return STARTS_DOCUMENT[byte] === 1;
  }
  return false;
}

/** Of the first bytes, four at a time: nearly all bodies have no percent sign that is left, and no byte above 0x7f. */
function hasOddWord(bytes: Uint8Array, length: number): boolean {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, length >> 2);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const signs = word ^ 0x25252525;
    if (((word | ((signs - 0x01010101) & ~signs)) & 0x80808080) !== 0) return true;
  }
  return hasOddByte(bytes, length & ~3, length);
}

function hasOddByte(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80 || byte === PERCENT) return true;
  }
  return false;
}

const hasRemarkableCookies = (state: TransactionState): boolean =>
  state.requestHeaders.withKey('cookie').some(({ value }) => REMARKABLE_COOKIES.test(value));

function* readCookies(state: TransactionState, reader: ValueReader): Pausable<void> {
  if (!hasRemarkableCookies(state)) return;
  for (const entry of state.cookies.entries) yield* readEntry(entry, reader);
}

function* readEntry({ collection, key, value }: Entry, reader: ValueReader): Pausable<void> {
  if (REMARKABLE.test(value)) yield* reader.read(collection, key, value);
}
