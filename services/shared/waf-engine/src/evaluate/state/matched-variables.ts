import type { ByteString } from '../../model/api.ts';
import { Entry, NO_ENTRIES } from '../../model/entry.ts';

/** MATCHED_VAR, MATCHED_VARS and their names: what the current rule, over all links of its chain so far, has matched, after transformations. */
export class MatchedVariables {
  private entries: Entry[] = [];
  private storedValues: ByteString[] = [];
  private lastEntry: Entry | null = null;
  private storedLastValue: ByteString = '';

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
  }

  /** A link that matched nothing leaves no trace of earlier rules' matches. */
  clear(): void {
    if (this.lastEntry === null) return;
    this.beginRule();
    this.lastEntry = null;
    this.storedLastValue = '';
  }

  add(entry: Entry, value: ByteString): void {
    this.lastEntry = entry;
    this.storedLastValue = value;
    this.entries.push(entry);
    this.storedValues.push(value);
  }

  values(collection: string): readonly Entry[] {
    if (this.entries.length === 0) return NO_ENTRIES;
    return this.entries.map((entry, index) => new Entry(collection, entry.name, this.storedValues[index]!));
  }

  names(collection: string): readonly Entry[] {
    return this.entries.map(({ name }) => new Entry(collection, name, name));
  }
}
