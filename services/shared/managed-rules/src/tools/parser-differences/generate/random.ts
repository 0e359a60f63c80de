/** A seeded generator (mulberry32): the same seed gives the same cases on every machine. */
export class Random {
  private state: number;
  /** How many times rarer than usual the unusual is. */
  calm = 1;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** True with a probability of one in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Mostly the first of the list, which is what ordinary clients write; else any. */
  mostlyFirst<T>(list: readonly T[], times = 3): T {
    return this.oneIn(times * this.calm) ? this.pick(list) : list[0]!;
  }

  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index));
  }
}
