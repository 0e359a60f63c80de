import { growthOf } from './growth.ts';
import type { Sample } from './samples.ts';

const MIB = 1024 * 1024;
const samples = (memory: (i: number) => number, rows: (i: number) => number): Sample[] =>
  Array.from({ length: 40 }, (_, i) => ({
    at: i,
    processes: new Map([['auth', { memory: memory(i), descriptors: 30 }]]),
    bounded: new Map([['outbox of auth', rows(i)]]),
  }));
const grown = (all: readonly Sample[]) =>
  growthOf(all)
    .filter(({ isFlat }) => !isFlat)
    .map(({ what }) => what);

describe('growth over a soak', () => {
  it('is not found while a process warms up, nor between two garbage collections', () => {
    const warming = (i: number) => (i < 10 ? i * 20 : 200) * MIB + (i % 3) * 2 * MIB;
    expect(grown(samples(warming, () => 3))).toEqual([]);
  });

  it('is found where it continues afterwards, also if it is slow', () => {
    expect(
      grown(
        samples(
          (i) => (200 + i) * MIB,
          () => 3,
        ),
      ),
    ).toEqual(['memory of auth']);
    expect(
      grown(
        samples(
          () => 200 * MIB,
          (i) => i * 10,
        ),
      ),
    ).toEqual(['outbox of auth']);
  });

  it('is told from a heap that has found its size late by its course', () => {
    const late = samples(
      (i) => (i < 16 ? 200 : 300) * MIB,
      () => 0,
    );
    const found = growthOf(late).find(({ what }) => what === 'memory of auth')!;
    expect({ isFlat: found.isFlat, course: found.course.map((bytes) => bytes / MIB) }).toEqual({
      isFlat: false,
      course: [...Array.from({ length: 4 }, () => 200), ...Array.from({ length: 6 }, () => 300)],
    });
  });
});
