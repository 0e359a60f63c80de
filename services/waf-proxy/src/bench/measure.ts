import type { Load } from './load.ts';
import { cpuMicros } from './processes.ts';
import type { Target } from './servers.ts';

const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 2;

export interface Measurement {
  /** CPU microseconds per request in the best round. */
  micros: number;
  /** The same per round, in order: targets are compared by their rounds of the same number. */
  rounds: number[];
  requests: number;
  errors: number;
}

export interface Turns {
  /** The port of a target that the load goes to. */
  portOf?: (target: Target) => number;
  /** Prepares a target before it is measured. */
  before?: (target: Target) => Promise<void>;
}

/** All targets take turns in short rounds, and the best of each counts: what else the machine does can only add. */
export async function measureInTurns(
  targets: readonly Target[],
  load: Load,
  rounds: number,
  { portOf = ({ port }) => port, before = () => Promise.resolve() }: Turns = {},
): Promise<Record<string, Measurement>> {
  const samples = new Map(
    targets.map((target) => [target.name, { micros: [] as number[], requests: 0, errors: 0 }]),
  );
  for (const target of targets) {
    await before(target);
    await load(portOf(target), WARM_UP_SECONDS);
  }
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) {
      await before(target);
      const start = cpuMicros(target.pid);
      const { requests, errors } = await load(portOf(target), ROUND_SECONDS);
      const sample = samples.get(target.name)!;
      sample.micros.push((cpuMicros(target.pid) - start) / requests);
      sample.requests += requests;
      sample.errors += errors;
    }
  }
  const measured: Record<string, Measurement> = {};
  for (const [name, sample] of samples) {
    const { micros: rounds, ...counts } = sample;
    measured[name] = { ...counts, rounds, micros: Math.min(...rounds) };
  }
  return measured;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const geometricMean = (numbers: readonly number[]) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
