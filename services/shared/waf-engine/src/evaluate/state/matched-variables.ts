import type { ByteString } from '../../model/api.ts';
import { Entry, NO_ENTRIES } from '../../model/entry.ts';
import { type ReadingBudget, STEPS_PER_ITEM } from '../../model/pausable.ts';

/** MATCHED_VAR, MATCHED_VARS and their names: what the current rule, over all links of its chain so far, has matched, after transformations. */
export class MatchedVariables {
  private entries: Entry[] = [];
  private storedValues: ByteString[] = [];
  private lastEntry: Entry | null = null;
  private storedLastValue: ByteString = '';
  /** MATCHED_VARS as far as {@link makeSome} has come. */
  private made: Entry[] = [];

  get lastName(): ByteString {
    return this.lastEntry?.name ?? '';
  }

  get lastValue(): ByteString {
    return this.storedLastValue;
  }

  /** A rule begins to be evaluated that has not matched anything yet. */
  beginRule(): void {
    if (this.entries.length === 0) return;
    this.entries = [];
    this.storedValues = [];
    this.made = [];
  }

  /** A link that matched nothing leaves no trace of earlier rules' matches. */
  clear(): void {
    if (this.lastEntry === null) return;
    this.beginRule();
    this.lastEntry = null;
    this.storedLastValue = '';
  }

  /** It matched last, and is among those that have matched. */
  setLast(entry: Entry, value: ByteString): void {
    this.lastEntry = entry;
    this.storedLastValue = value;
  }

  add(entry: Entry, value: ByteString): void {
    this.setLast(entry, value);
    this.entries.push(entry);
    this.storedValues.push(value);
  }

  /** For those who are about to ask for all: a body may have matched a hundred thousand times. False: the slice is over. */
  makeSome(budget: ReadingBudget): boolean {
    while (this.made.length < this.entries.length) {
      if (budget.isSliceOver) return false;
      this.makeNext();
      budget.steps += STEPS_PER_ITEM;
    }
    return true;
  }

  /** A list of its own: who goes through it may add to what has matched. */
  get values(): readonly Entry[] {
    if (this.entries.length === 0) return NO_ENTRIES;
    while (this.made.length < this.entries.length) this.makeNext();
    return this.made.slice();
  }

  private makeNext(): void {
    const index = this.made.length;
    this.made.push(new Entry('MATCHED_VARS', this.entries[index]!.name, this.storedValues[index]!));
  }

  names(collection: string): readonly Entry[] {
    return this.entries.map(({ name }) => new Entry(collection, name, name));
  }
}
