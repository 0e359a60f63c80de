import type { ByteString } from './api.ts';
import { ByteArena } from './byte-arena.ts';
import { Entry } from './entry.ts';
import type { ReadingBudget, Resumable } from './pausable.ts';

/** In place of a container's index: the argument's name is not a path. */
export const NO_CONTAINER = -1;
/** In place of a step's end: the step is an array index, stored in its start. */
export const IS_INDEX = -1;
/** Separators between a container's name and its members or elements. */
const BEFORE_MEMBER = Uint8Array.from('.', (character) => character.charCodeAt(0));
const BEFORE_ELEMENT = Uint8Array.from('.array_', (character) => character.charCodeAt(0));

const UNPACKED_AT_ONCE = 512;
/** Cost of creating an entry, including its later garbage collection, in matcher steps. */
const STEPS_PER_UNPACKED = 80;
const CONTAINER_NUMBERS = 5;
const ARGUMENT_NUMBERS = 7;
/** Instead of the index of an earlier argument, if there is none. */
export const NO_REPEAT = -1;
const FIRST_COUNT = 64;
const KEPT_COUNT = 64;
/** Tables up to this size are reused; larger ones are garbage collected. */
const KEPT_NUMBERS = 16 * 1024;
const spare: PackedArguments[] = [];

/**
 * Properties of a form that its parser finds in passing, needed for server-specific readings. False only if certain.
 */
export interface FormLook {
  /** Characters that attacks need occur, plain or escaped. */
  readonly hasSigns: boolean;
  /** A name without a value, or nothing between two ampersands. */
  readonly hasBareNames: boolean;
  /** Characters beyond U+00FF that are not escaped. */
  readonly hasWide: boolean;
  /** Line feeds, plain or escaped. */
  readonly hasLines: boolean;
}

/**
 * Many arguments in one byte array: a document of ten kilobytes has hundreds, most of which no rule needs as strings.
 * Names of a document are paths; shared prefixes are stored once and names are spelled out on demand.
 *
 *     bytes       ┌ body ──────────────────┬ strings that had escapes ┐
 *     containers  [parent, own step from, to, length of the prefix of its names, is a list] …
 *     arguments   [container, step from, to, value from, to, the same step at, the same value at] …
 */
export class PackedArguments {
  /** The body, followed by unescaped strings. */
  arena!: ByteArena;
  count = 0;
  containerCount = 0;
  /** Total length of all names (spelled out) and values, in bytes. */
  bytesTotal = 0;
  /** The arguments are separated by ampersands and contain none. */
  isForm = false;
  /** Set once a form was parsed completely; `null`: unknown. */
  formLook: FormLook | null = null;
  /** No name or value has a byte of `ODD_BYTES`, as the parser of a document has seen; false: that is not known. */
  isPlain = false;
  /** Whether some arguments are marked as having what earlier ones have. */
  hasRepeats = false;
  /** Odd names of arrays and objects, which are inspected like values. */
  objectNames: readonly ByteString[] | null = null;
  private containers = new Int32Array(FIRST_COUNT * CONTAINER_NUMBERS);
  private arguments = new Int32Array(FIRST_COUNT * ARGUMENT_NUMBERS);
  private storedNames: SpelledNames | null = null;

  /** `arena` holds the body; its contents must stay until {@link giveBack}. */
  static take(arena: ByteArena): PackedArguments {
    const found = spare.pop() ?? new PackedArguments();
    found.arena = arena;
    found.count = 0;
    found.containerCount = 0;
    found.bytesTotal = 0;
    found.isForm = false;
    found.formLook = null;
    found.isPlain = false;
    found.hasRepeats = false;
    found.objectNames = null;
    return found;
  }

  private constructor() {}

  /** Offers the tables for reuse; the arena belongs to its owner. */
  giveBack(): void {
    this.storedNames?.giveBack();
    this.storedNames = null;
    const numbers = Math.max(this.containers.length, this.arguments.length);
    if (spare.length < KEPT_COUNT && numbers <= KEPT_NUMBERS) spare.push(this);
  }

  /** Begins an array or object and returns its index; parents come before their members. */
  open(parent: number, stepStart: number, stepEnd: number, isList: boolean): number {
    const at = this.containerCount * CONTAINER_NUMBERS;
    if (at === this.containers.length) this.containers = doubled(this.containers);
    const numbers = this.containers;
    numbers[at] = parent;
    numbers[at + 1] = stepStart;
    numbers[at + 2] = stepEnd;
    numbers[at + 3] =
      this.nameLength(parent, stepStart, stepEnd) + (isList ? BEFORE_ELEMENT : BEFORE_MEMBER).length;
    numbers[at + 4] = isList ? 1 : 0;
    return this.containerCount++;
  }

  add(container: number, stepStart: number, stepEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.count * ARGUMENT_NUMBERS;
    if (at === this.arguments.length) this.arguments = doubled(this.arguments);
    const numbers = this.arguments;
    numbers[at] = container;
    numbers[at + 1] = stepStart;
    numbers[at + 2] = stepEnd;
    numbers[at + 3] = valueStart;
    numbers[at + 4] = valueEnd;
    numbers[at + 5] = NO_REPEAT;
    numbers[at + 6] = NO_REPEAT;
    this.bytesTotal += this.nameLength(container, stepStart, stepEnd) + valueEnd - valueStart;
    this.count++;
  }

  /** Length of a name in this container, or of a name that is not a path. */
  nameLength(container: number, stepStart: number, stepEnd: number): number {
    const before = container === NO_CONTAINER ? 0 : this.containers[container * CONTAINER_NUMBERS + 3]!;
    return before + (stepEnd === IS_INDEX ? digitsOf(stepStart) : stepEnd - stepStart);
  }

  parentOf(container: number): number {
    return this.containers[container * CONTAINER_NUMBERS]!;
  }

  /** Separator after this container's name, as bytes. */
  separatorOf(container: number): Uint8Array {
    return this.containers[container * CONTAINER_NUMBERS + 4] === 1 ? BEFORE_ELEMENT : BEFORE_MEMBER;
  }

  containerStepStart(container: number): number {
    return this.containers[container * CONTAINER_NUMBERS + 1]!;
  }

  containerStepEnd(container: number): number {
    return this.containers[container * CONTAINER_NUMBERS + 2]!;
  }

  containerOf(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS]!;
  }

  stepStart(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 1]!;
  }

  stepEnd(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 2]!;
  }

  valueStart(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 3]!;
  }

  valueEnd(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 4]!;
  }

  /** Marks the last argument. Each is the index of an earlier one with the same bytes, or {@link NO_REPEAT}. */
  markRepeats(stepAt: number, valueAt: number): void {
    const at = (this.count - 1) * ARGUMENT_NUMBERS;
    this.hasRepeats = true;
    this.arguments[at + 5] = stepAt;
    this.arguments[at + 6] = valueAt;
  }

  /** An earlier argument whose step, without its container, is this one's; {@link NO_REPEAT}: none is known. */
  sameStepAt(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 5]!;
  }

  /** The same of its value. */
  sameValueAt(index: number): number {
    return this.arguments[index * ARGUMENT_NUMBERS + 6]!;
  }

  /** The names as bytes; each is spelled out on demand. */
  names(): SpelledNames {
    this.storedNames ??= new SpelledNames(this);
    return this.storedNames;
  }

  /** Whether the argument has this name, ignoring case, without spelling it out. */
  isNamed(index: number, lowerKey: ByteString): boolean {
    let container = this.containerOf(index);
    if (this.nameLength(container, this.stepStart(index), this.stepEnd(index)) !== lowerKey.length)
      return false;
    // Compared from the end, since the names of a document share their beginnings.
    let before = this.matchStep(lowerKey, lowerKey.length, this.stepStart(index), this.stepEnd(index));
    for (; before >= 0 && container !== NO_CONTAINER; container = this.parentOf(container)) {
      const separator = this.separatorOf(container);
      before = matchBytes(lowerKey, before, separator, 0, separator.length);
      if (before < 0) return false;
      before = this.matchStep(
        lowerKey,
        before,
        this.containerStepStart(container),
        this.containerStepEnd(container),
      );
    }
    return before === 0;
  }

  /** Position in the key at which the step that ends at `keyEnd` begins; negative if the step differs. */
  private matchStep(lowerKey: ByteString, keyEnd: number, start: number, end: number): number {
    if (end !== IS_INDEX) return matchBytes(lowerKey, keyEnd, this.arena.bytes, start, end);
    const digits = String(start);
    return lowerKey.endsWith(digits, keyEnd) ? keyEnd - digits.length : -1;
  }

  entries(collection: string): Entry[] {
    const unpacking = new Unpacking(this, collection);
    unpacking.some(this.count);
    return unpacking.entries;
  }
}

/** Creates entries of packed arguments in slices: a hundred thousand take ten milliseconds. */
export class Unpacking implements Resumable {
  readonly entries: Entry[] = [];
  private readonly packed: PackedArguments;
  private readonly collection: string;
  private readonly text: ByteString;
  private readonly names: SpelledNames;

  constructor(packed: PackedArguments, collection: string) {
    this.packed = packed;
    this.collection = collection;
    this.text = packed.arena.text();
    this.names = packed.names();
  }

  resume(budget: ReadingBudget): boolean {
    for (;;) {
      if (budget.isSliceOver) return false;
      const spelled = this.names.arena.used;
      const isMore = this.some(UNPACKED_AT_ONCE);
      budget.steps += UNPACKED_AT_ONCE * STEPS_PER_UNPACKED + this.names.arena.used - spelled;
      if (!isMore) return true;
    }
  }

  /** Creates up to this many entries. Returns false if none are left. */
  some(count: number): boolean {
    const packed = this.packed;
    const names = this.names;
    const first = this.entries.length;
    const end = Math.min(packed.count, first + count);
    if (end === first) return false;
    // Slices of one string: separate strings would be a copy each.
    const from = names.arena.used;
    for (let index = first; index < end; index++) names.spell(index);
    const nameText = names.arena.text(from);
    for (let index = first; index < end; index++) {
      const name = nameText.slice(names.start(index) - from, names.end(index) - from);
      const value = this.text.slice(packed.valueStart(index), packed.valueEnd(index));
      const stepEnd = packed.stepEnd(index);
      // An array element has an index and no name.
      const stepStart =
        stepEnd === IS_INDEX ? name.length : name.length - (stepEnd - packed.stepStart(index));
      this.entries.push(new Entry(this.collection, name, value, null, stepStart));
    }
    return end < packed.count;
  }
}

/** Spelled-out names in one buffer. */
export class SpelledNames {
  readonly arena = ByteArena.take();
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  /** Start of each container's spelled path; -1: not spelled yet. */
  private readonly paths: Int32Array;
  private readonly packed: PackedArguments;

  constructor(packed: PackedArguments) {
    this.packed = packed;
    this.starts = new Int32Array(packed.count);
    this.ends = new Int32Array(packed.count);
    this.paths = new Int32Array(packed.containerCount).fill(-1);
  }

  /** Spells the name of this argument into `start`…`end`. */
  spell(index: number): void {
    const packed = this.packed;
    this.starts[index] = this.arena.used;
    const container = packed.containerOf(index);
    if (container !== NO_CONTAINER) this.writePath(container);
    this.writeStep(packed.stepStart(index), packed.stepEnd(index));
    this.ends[index] = this.arena.used;
  }

  start(index: number): number {
    return this.starts[index]!;
  }

  end(index: number): number {
    return this.ends[index]!;
  }

  giveBack(): void {
    this.arena.giveBack();
  }

  private writeStep(start: number, end: number): void {
    if (end === IS_INDEX) this.arena.append(String(start));
    else this.arena.copy(this.packed.arena.bytes, start, end);
  }

  /** Starts from the innermost container whose path is already spelled. */
  private writePath(container: number): void {
    const { arena } = this;
    const packed = this.packed;
    const start = arena.used;
    const missing: number[] = [];
    let known = container;
    while (known !== NO_CONTAINER && this.paths[known]! < 0) {
      missing.push(known);
      known = packed.parentOf(known);
    }
    if (known !== NO_CONTAINER) {
      const length = packed.nameLength(known, 0, 0);
      arena.reserve(length);
      arena.copy(arena.bytes, this.paths[known]!, this.paths[known]! + length);
    }
    for (let inner = missing.pop(); inner !== undefined; inner = missing.pop()) {
      this.paths[inner] = start;
      this.writeStep(packed.containerStepStart(inner), packed.containerStepEnd(inner));
      const separator = packed.separatorOf(inner);
      arena.copy(separator, 0, separator.length);
    }
  }
}

function matchBytes(
  lowerKey: ByteString,
  keyEnd: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const keyStart = keyEnd - (end - start);
  if (keyStart < 0) return -1;
  for (let at = end - 1, keyAt = keyEnd - 1; at >= start; at--, keyAt--) {
    const byte = bytes[at]!;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== lowerKey.charCodeAt(keyAt)) return -1;
  }
  return keyStart;
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Number of decimal digits of a number from 0 to 2³¹ - 1. */
function digitsOf(index: number): number {
  let digits = 1;
  for (let least = 10; index >= least && digits < 10; least *= 10) digits++;
  return digits;
}
