import type { Sample } from './samples.ts';

/** How something was at the beginning of what is judged, and at its end. */
export interface Growth {
  what: string;
  before: number;
  after: number;
  /** From the very first sample on, at each tenth: what still climbs at the end is another thing than what found its size late. */
  course: readonly number[];
  isFlat: boolean;
}

/** Caches fill and heaps find their size in it; nothing of it is judged. */
const WARM_UP = 1 / 4;
/** A twentieth of all samples is compared with another: garbage comes and goes between any two. */
const PART = 1 / 5;
/** How much may be more at the end. */
const MEMORY_SHARE = 0.05;
/** Of a small process that is more than its noise. */
const MEMORY_NOISE = 8 * 1024 * 1024;
/** Pool connections vary with the load; a leak of one per minute exceeds this within an hour. */
const DESCRIPTORS = 16;

/** Everything that was looked at, first what grew. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP));
  const size = Math.max(1, Math.floor(judged.length * PART));
  const [first, last] = [judged.slice(0, size), judged.slice(-size)];
  const compare = (
    what: string,
    read: (sample: Sample) => number | undefined,
    mayBe: (before: number) => number,
  ): Growth => {
    const [before, after] = [median(first.map(read)), median(last.map(read))];
    const course = inTenths(samples).map((tenth) => median(tenth.map(read)));
    return { what, before, after, course, isFlat: after <= mayBe(before) };
  };
  const names = new Set(samples.flatMap(({ processes }) => [...processes.keys()]));
  const memory = (before: number): number => before + Math.max(before * MEMORY_SHARE, MEMORY_NOISE);
  const ofProcesses = [...names].flatMap((name) => [
    compare(`memory of ${name}`, ({ processes }) => processes.get(name)?.memory, memory),
    compare(
      `descriptors of ${name}`,
      ({ processes }) => processes.get(name)?.descriptors,
      (n) => n + DESCRIPTORS,
    ),
  ]);
  const ofBounds = [...new Set(samples.flatMap(({ bounded }) => [...bounded.keys()]))].map((name) =>
    compare(
      name,
      ({ bounded }) => bounded.get(name),
      BOUNDS.find(({ of }) => of.test(name))?.mayBe ?? memory,
    ),
  );
  return [...ofProcesses, ...ofBounds].sort((one, other) => Number(one.isFlat) - Number(other.isFlat));
}

/** A quantity with an absolute bound, whatever its earlier values. */
const BOUNDS: readonly { of: RegExp; mayBe: (before: number) => number }[] = [
  // The 500 and those put together.
  { of: /^values of a facet/, mayBe: () => 501 },
  { of: /^outbox of/, mayBe: () => 200 },
  { of: /^segments that are not done$/, mayBe: () => 20 },
  { of: /^database connections$/, mayBe: (before) => before + DESCRIPTORS },
  // Read and kept for a while, then cut.
  { of: /^stream of/, mayBe: (before) => Math.max(before * 1.5, 20_000) },
  { of: /^bytes of the edge/, mayBe: (before) => before + 64 * 1024 * 1024 },
];

function inTenths(samples: readonly Sample[]): Sample[][] {
  const at = (tenth: number): number => Math.floor((samples.length * tenth) / 10);
  return Array.from({ length: 10 }, (_, tenth) => samples.slice(at(tenth), at(tenth + 1)));
}

/** Of those that were there. */
function median(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? 0;
}
