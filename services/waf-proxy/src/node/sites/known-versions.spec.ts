import fc from 'fast-check';
import { KnownVersions } from './known-versions.ts';

it('known versions are what a map would hold, through every growth', () => {
  const step = fc.tuple(fc.string({ maxLength: 3 }), fc.bigInt({ min: 0n, max: 2n ** 62n }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4_000, size: 'max' }), (steps) => {
      const known = new KnownVersions();
      const oracle = new Map<string, bigint>();
      for (const [siteId, version] of steps) {
        known.set(siteId, version);
        oracle.set(siteId, version);
      }
      for (const [siteId, version] of oracle) expect(known.get(siteId)).toBe(version === 0n ? null : version);
      expect(known.get('not among them')).toBeNull();
      expect(known.size).toBe(oracle.size);
    }),
    { numRuns: 30 },
  );
});

it('ids in a row, and such that differ in one letter, are told apart', () => {
  const known = new KnownVersions();
  const idOf = (index: number) => `0189${index.toString(16).padStart(8, '0')}-7000-8000`;
  for (let index = 0; index < 200_000; index++) known.set(idOf(index), BigInt(index + 1));
  for (let index = 0; index < 200_000; index++)
    if (known.get(idOf(index)) !== BigInt(index + 1)) throw new Error(`${index} is lost`);
  expect(known.get(idOf(200_000))).toBeNull();
});
