import { HITS } from './instrument.ts';

const CAPACITY = 1 << 17;
/** Of one process; modules that are loaded write to it directly. */
const hits = new Uint32Array(CAPACITY);
(globalThis as Record<string, unknown>)[HITS] = hits;

interface FileRange {
  name: string;
  from: number;
  to: number;
  lines: readonly number[];
}
const files: FileRange[] = [];
let used = 0;

/** Where the counters of the next file begin. */
export function firstCounter(): number {
  return used;
}

/** @param lines of its counters, in their order */
export function addFile(name: string, lines: readonly number[]): void {
  if (used + lines.length > CAPACITY) throw new Error('more code than there are counters for');
  files.push({ name, from: used, to: used + lines.length, lines });
  used += lines.length;
}

export function clearHits(): void {
  hits.fill(0, 0, used);
}

/** Number of executed blocks since `clearHits`: a measure of the work done. */
export function countSteps(): number {
  let steps = 0;
  for (let index = 0; index < used; index++) steps += hits[index]!;
  return steps;
}

/** The blocks that were executed most often. */
export function busiestPlace(): string {
  let busiest = 0;
  for (let index = 1; index < used; index++) if (hits[index]! > hits[busiest]!) busiest = index;
  const file = files.find(({ from, to }) => from <= busiest && busiest < to);
  return file === undefined ? 'nowhere' : `${file.name}:${file.lines[busiest - file.from]}`;
}

/** A block and its number of executions, as a power of two: distinguishes inputs by their path through the code. */
export type Feature = number;

/** What of the code has been reached so far, in files whose name matches `focus`. */
export class Coverage {
  private readonly ranges: readonly FileRange[];
  /** By place: bit n is set if it was reached between 2ⁿ and 2ⁿ⁺¹ - 1 times by one input. */
  private readonly seen = new Uint32Array(CAPACITY);
  /** Places that were reached at all. */
  edges = 0;

  constructor(focus: RegExp) {
    this.ranges = files.filter(({ name }) => focus.test(name));
    if (this.ranges.length === 0) throw new Error(`no instrumented file matches ${focus}`);
  }

  /** Takes in what was counted last; true if there was anything new. */
  learn(): boolean {
    let isNew = false;
    for (const { from, to } of this.ranges) {
      for (let index = from; index < to; index++) {
        const count = hits[index]!;
        if (count === 0) continue;
        const bit = 1 << (31 - Math.clz32(count));
        const seen = this.seen[index]!;
        if ((seen & bit) !== 0) continue;
        if (seen === 0) this.edges++;
        this.seen[index] = seen | bit;
        isNew = true;
      }
    }
    return isNew;
  }

  /** What was counted last, to compare inputs by. */
  features(): Feature[] {
    const features: Feature[] = [];
    for (const { from, to } of this.ranges) {
      for (let index = from; index < to; index++) {
        const count = hits[index]!;
        if (count > 0) features.push(index * 32 + (31 - Math.clz32(count)));
      }
    }
    return features;
  }
}
