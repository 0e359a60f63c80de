import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }

  byWeight<T extends { weight: number }>(values: readonly T[]): T {
    let rest = this.next() * values.reduce((sum, { weight }) => sum + weight, 0);
    for (const value of values) {
      rest -= value.weight;
      if (rest < 0) return value;
    }
    return values.at(-1)!;
  }

  /** A UUID (version 7, RFC 9562) of this moment. */
  requestId(atMs: number): string {
    const time = atMs.toString(16).padStart(12, '0');
    const hex = (digits: number) =>
      Math.floor(this.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[this.between(0, 3)]}${hex(3)}-${hex(6)}${hex(6)}`;
  }
}
