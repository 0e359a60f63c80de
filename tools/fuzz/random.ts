/** A seeded generator (sfc32): the same seed gives the same run, on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private count = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = 0x9e3779b9;
    this.c = 0x243f6a88;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** 32 bits. */
  next(): number {
    const sum = (this.a + this.b + this.count++) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** From 0 to `limit` - 1; 0 for a limit of 0. */
  below(limit: number): number {
    return limit <= 0 ? 0 : this.next() % limit;
  }

  /** Small numbers far more often than large ones: from 0 to `limit` - 1. */
  mostlySmall(limit: number): number {
    return this.below(1 + this.below(1 + this.below(limit)));
  }

  chance(outOf: number): boolean {
    return this.below(outOf) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Between `least` and `most` of what `make` gives. */
  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.mostlySmall(most - least + 1) }, (_, index) => make(index));
  }
}
