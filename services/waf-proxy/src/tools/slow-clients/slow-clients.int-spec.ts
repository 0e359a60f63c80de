import { SLOW_ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';
import { type SlowEdge, startSlowEdge } from './slow-edge.ts';

/** The whole proof is `npm run prove:slow`; here are the kinds that end within seconds, with fewer connections. */
const SIZE = { connections: 100, perSecond: 100, seconds: 90 };
let edge: SlowEdge;

beforeAll(async () => {
  edge = await startSlowEdge(false);
});
afterAll(() => edge?.stop());

describe('slow clients', () => {
  it.each(SLOW_ATTACKS.filter(({ name }) => name === 'headers' || name === 'range'))(
    'with $what are all got rid of, and others served meanwhile',
    async (attack) => {
      const result = await runAttack(attack, edge, SIZE);
      expect(result.allClosedAfter).not.toBeNull();
      expect(result.probes).toBeGreaterThan(0);
      expect(result.probesFailed).toBe(0);
    },
    180_000,
  );
});
