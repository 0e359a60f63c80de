import type { ByteString } from './api.ts';
import { Entry, NO_ENTRIES } from './entry.ts';
import { type PackedArguments, Unpacking } from './packed-arguments.ts';
import { type ReadingBudget, STEPS_PER_ITEM } from './pausable.ts';

/** Up to this many entries, a linear search for two or three keys is cheaper than an index. */
const FEW_ENTRIES = 24;
/** After this many searches, a short list gets an index as well. */
const FEW_QUESTIONS = 8;

/**
 * Maximum length of a key in the index: indexing names of a megabyte takes milliseconds, and rules hardly ask for one.
 */
const MAX_INDEXED = 255;

/** Names made before the budget is checked again: a hundred thousand take milliseconds. */
const NAMED_AT_ONCE = 1024;

/** A list of entries whose index by key is built once it pays off; also provides the keys as a list. */
export abstract class EntryList {
  protected readonly collection: string;
  private storedNames: readonly Entry[] | null = null;
  /** Progress of {@link nameSome}. */
  private naming: Entry[] | null = null;
  private index: Map<string, Entry[]> | null = null;
  private namesIndex: Map<string, Entry[]> | null = null;
  private readonly fewEntries: number;
  private questions = 0;

  /** With `fewEntries` 0, every list is indexed at once. */
  constructor(collection: string, fewEntries = FEW_ENTRIES) {
    this.collection = collection;
    this.fewEntries = fewEntries;
  }

  abstract get entries(): readonly Entry[];

  protected changed(): void {
    this.storedNames = null;
    this.naming = null;
    this.index = null;
    this.namesIndex = null;
  }

  /** The keys as values: what `…_NAMES` variables show. */
  get names(): readonly Entry[] {
    if (this.storedNames === null) {
      this.storedNames = namesOf(this.entries, this.collection);
    }
    return this.storedNames;
  }

  /** Makes the names in slices before they are needed. False: the slice has ended; call again. */
  nameSome(budget: ReadingBudget): boolean {
    if (this.storedNames !== null) return true;
    const { entries } = this;
    this.naming ??= [];
    const { naming } = this;
    while (naming.length < entries.length) {
      if (budget.isSliceOver) return false;
      const some = entries.slice(naming.length, naming.length + NAMED_AT_ONCE);
      for (const name of namesOf(some, this.collection)) naming.push(name);
      budget.steps += some.length * STEPS_PER_ITEM;
    }
    this.storedNames = naming;
    this.naming = null;
    return true;
  }

  withKey(lowerKey: string): readonly Entry[] {
    const { entries } = this;
    if (lowerKey.length > MAX_INDEXED) return oneByOne(entries, lowerKey);
    if (this.index === null) {
      if (entries.length <= this.fewEntries && this.questions++ < FEW_QUESTIONS)
        return oneByOne(entries, lowerKey);
      this.index = indexByKey(entries);
    }
    return this.index.get(lowerKey) ?? NO_ENTRIES;
  }

  namesWithKey(lowerKey: string): readonly Entry[] {
    if (lowerKey.length > MAX_INDEXED) return oneByOne(this.names, lowerKey);
    if (this.namesIndex === null) this.namesIndex = indexByKey(this.names);
    return this.namesIndex.get(lowerKey) ?? NO_ENTRIES;
  }

  first(lowerKey: string): ByteString | null {
    return this.withKey(lowerKey)[0]?.value ?? null;
  }
}

/** One of a request's collections, in wire order. */
export class KeyedEntries extends EntryList {
  private storedEntries: Entry[] = [];
  private storedPacked: PackedArguments | null = null;
  /** Progress of {@link unpackSome}. */
  private unpacking: Unpacking | null = null;
  /** Keys that no packed argument has; beyond a few searches an index of all keys is built. */
  private readonly missing: string[] = [];

  add(key: ByteString, value: ByteString): void {
    this.addEntry(new Entry(this.collection, key, value));
  }

  addEntry(entry: Entry): void {
    if (this.storedPacked !== null) this.doUnpack();
    this.storedEntries.push(entry);
    this.changed();
  }

  addPacked(packed: PackedArguments): void {
    if (this.storedPacked !== null) this.doUnpack();
    this.missing.length = 0;
    this.storedPacked = packed;
    this.changed();
  }

  get entries(): readonly Entry[] {
    this.unpack();
    return this.storedEntries;
  }

  /** Arguments after {@link unpacked} that are still packed, until somebody needs all entries. */
  get packed(): PackedArguments | null {
    return this.storedPacked;
  }

  get unpacked(): readonly Entry[] {
    return this.storedEntries;
  }

  unpackedNames(): readonly Entry[] {
    return namesOf(this.storedEntries, this.collection);
  }

  get size(): number {
    return this.storedEntries.length + (this.storedPacked?.count ?? 0);
  }

  /** Frees the packed arguments; nothing is read afterwards. */
  release(): void {
    this.storedPacked?.giveBack();
    this.storedPacked = null;
  }

  /** True only if it is certain that no packed argument has this key. */
  packedLacks(lowerKey: string): boolean {
    const packed = this.storedPacked;
    if (packed === null) return false;
    if (this.missing.includes(lowerKey)) return true;
    if (this.missing.length === FEW_QUESTIONS) return false;
    for (let index = 0; index < packed.count; index++) if (packed.isNamed(index, lowerKey)) return false;
    this.missing.push(lowerKey);
    return true;
  }

  override withKey(lowerKey: string): readonly Entry[] {
    return this.packedLacks(lowerKey) ? oneByOne(this.storedEntries, lowerKey) : super.withKey(lowerKey);
  }

  override namesWithKey(lowerKey: string): readonly Entry[] {
    return this.packedLacks(lowerKey)
      ? oneByOne(this.unpackedNames(), lowerKey)
      : super.namesWithKey(lowerKey);
  }

  unpack(): void {
    if (this.storedPacked !== null) this.doUnpack();
  }

  /** Unpacks in slices before all entries are needed. False: the slice has ended; call again. */
  unpackSome(budget: ReadingBudget): boolean {
    if (this.storedPacked === null) return true;
    this.unpacking ??= new Unpacking(this.storedPacked, this.collection);
    if (!this.unpacking.resume(budget)) return false;
    this.doUnpack();
    return true;
  }

  private doUnpack(): void {
    const packed = this.storedPacked!;
    const unpacking = this.unpacking ?? new Unpacking(packed, this.collection);
    this.unpacking = null;
    unpacking.some(packed.count);
    // Avoids moving a hundred thousand entries where there are no others.
    if (this.storedEntries.length === 0) this.storedEntries = unpacking.entries;
    else for (const entry of unpacking.entries) this.storedEntries.push(entry);
    packed.giveBack();
    this.storedPacked = null;
    this.changed();
  }
}

/** A range of another list under its own collection name (ARGS_GET of ARGS); made when a rule needs it. */
export class EntryStretch extends EntryList {
  private readonly whole: KeyedEntries;
  private readonly range: (size: number) => readonly [from: number, to: number];
  private storedEntries: readonly Entry[] = NO_ENTRIES;
  private sizeOfWhole = 0;

  constructor(
    collection: string,
    whole: KeyedEntries,
    range: (size: number) => readonly [from: number, to: number],
  ) {
    super(collection);
    this.whole = whole;
    this.range = range;
  }

  get entries(): readonly Entry[] {
    if (this.whole.size === this.sizeOfWhole) return this.storedEntries;
    this.sizeOfWhole = this.whole.size;
    this.changed();
    const [from, to] = this.range(this.sizeOfWhole);
    // A range before the packed arguments, such as the query, leaves them packed.
    const { unpacked } = this.whole;
    this.storedEntries = (to <= unpacked.length ? unpacked : this.whole.entries)
      .slice(from, to)
      .map(({ key, value }) => new Entry(this.collection, key, value));
    return this.storedEntries;
  }
}

function namesOf(entries: readonly Entry[], collection: string): Entry[] {
  const name = `${collection}_NAMES`;
  return entries.map(({ key }) => new Entry(name, key, key ?? ''));
}

function oneByOne(entries: readonly Entry[], lowerKey: string): readonly Entry[] {
  let found: Entry[] | null = null;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    if (!entry.hasKey(lowerKey)) continue;
    if (found === null) found = [entry];
    else found.push(entry);
  }
  return found ?? NO_ENTRIES;
}

function indexByKey(entries: readonly Entry[]): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    if ((entry.key ?? '').length > MAX_INDEXED) continue;
    const same = index.get(entry.lowerKey);
    if (same === undefined) index.set(entry.lowerKey, [entry]);
    else same.push(entry);
  }
  return index;
}
