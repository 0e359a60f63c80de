const FIRST_ROWS = 1_024;
/** Turns begin anew long before 32 bits hold them no more. */
const LAST_TURN = 2 ** 30;

/** Each column of each transaction has a number of its own. */
let columns = 0;

/** A value that records are counted by. It is shared by transactions, each of which numbers it anew. */
export class CountedValue {
  readonly text: string;
  /** The column that numbered it last. */
  column = 0;
  number = 0;

  constructor(text: string) {
    this.text = text;
  }
}

export const NO_VALUE = new CountedValue('');

export const countedValue = (text: string): CountedValue => (text === '' ? NO_VALUE : new CountedValue(text));

/** What the records of one transaction have of one facet: by record the number of its value, 0 for the empty one. */
export class FacetColumn {
  readonly texts: string[] = [NO_VALUE.text];
  numbers = new Uint32Array(FIRST_ROWS);
  private own = ++columns;
  private readonly known = new Map<string, number>([[NO_VALUE.text, 0]]);

  set(row: number, value: CountedValue): void {
    if (value === NO_VALUE) {
      this.setNumber(row, 0);
      return;
    }
    if (value.column !== this.own) this.number(value);
    this.setNumber(row, value.number);
  }

  setNumber(row: number, number: number): void {
    if (row >= this.numbers.length) this.numbers = grown(this.numbers, new Uint32Array(row * 2));
    this.numbers[row] = number;
  }

  /** For another transaction. */
  clear(): void {
    this.own = ++columns;
    this.texts.length = 1;
    this.known.clear();
    this.known.set(NO_VALUE.text, 0);
  }

  private number(value: CountedValue): void {
    let number = this.known.get(value.text);
    if (number === undefined) {
      number = this.texts.length;
      this.texts.push(value.text);
      this.known.set(value.text, number);
    }
    value.column = this.own;
    value.number = number;
  }
}

/** What is added up of each record. */
export class Weights {
  count = 0;
  groups = new Uint32Array(FIRST_ROWS);
  blocked = new Uint8Array(FIRST_ROWS);
  bytes = new Float64Array(FIRST_ROWS);

  /** @param group number of its site and hour. @returns the record's row in every column */
  add(group: number, blocked: boolean, bytes: number): number {
    const row = this.count++;
    if (row === this.groups.length) {
      this.groups = grown(this.groups, new Uint32Array(row * 2));
      this.blocked = grown(this.blocked, new Uint8Array(row * 2));
      this.bytes = grown(this.bytes, new Float64Array(row * 2));
    }
    this.groups[row] = group;
    this.blocked[row] = blocked ? 1 : 0;
    this.bytes[row] = bytes;
    return row;
  }

  /** The rows in the order of their groups, and where each group begins. */
  byGroup(groups: number): { rows: Uint32Array; starts: Uint32Array } {
    const starts = new Uint32Array(groups + 1);
    for (let row = 0; row < this.count; row++) starts[this.groups[row]! + 1]!++;
    for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
    const next = starts.slice();
    const rows = new Uint32Array(this.count);
    for (let row = 0; row < this.count; row++) rows[next[this.groups[row]!]!++] = row;
    return { rows, starts };
  }
}

/**
 * Adds up rows by the numbers of their values. Counting by number costs a tenth of a look-up by text; a text is looked
 * at once for all records of a site and hour that have it.
 */
export class NumberSums {
  /** The values that the rows had, as many as `add` returns. */
  found = new Uint32Array();
  requests = new Uint32Array();
  blocked = new Uint32Array();
  bytes = new Float64Array();
  private turns = new Uint32Array();
  private turn = 0;

  /** @param least all numbers are below it */
  reserve(least: number): void {
    if (this.turn > LAST_TURN) {
      this.turn = 0;
      this.turns.fill(0);
    }
    if (least <= this.found.length) return;
    const size = Math.max(least, this.found.length * 2);
    this.found = new Uint32Array(size);
    this.requests = new Uint32Array(size);
    this.blocked = new Uint32Array(size);
    this.bytes = new Float64Array(size);
    this.turns = new Uint32Array(size);
  }

  /** @returns number of distinct values */
  add(
    { blocked, bytes }: Weights,
    numbers: Uint32Array,
    rows: Uint32Array,
    from: number,
    to: number,
  ): number {
    const turn = ++this.turn;
    let distinct = 0;
    for (let at = from; at < to; at++) {
      const row = rows[at]!;
      const number = numbers[row]!;
      if (this.turns[number] !== turn) {
        this.turns[number] = turn;
        this.requests[number] = 0;
        this.blocked[number] = 0;
        this.bytes[number] = 0;
        this.found[distinct++] = number;
      }
      this.requests[number]!++;
      this.blocked[number]! += blocked[row]!;
      this.bytes[number]! += bytes[row]!;
    }
    return distinct;
  }
}

function grown<Numbers extends Uint8Array | Uint32Array | Float64Array>(
  from: Numbers,
  into: Numbers,
): Numbers {
  into.set(from);
  return into;
}
