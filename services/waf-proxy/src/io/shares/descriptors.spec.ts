import { boundsWithin, descriptorLimit, MIN_DESCRIPTORS } from './descriptors.ts';
import { POOLS } from './pools.ts';

describe('bounds within the limit of open files', () => {
  it('are the usual ones where it allows them', () => {
    const { wanted } = boundsWithin(Number.POSITIVE_INFINITY);
    expect(boundsWithin(wanted)).toMatchObject({
      part: 1,
      pools: { connections: POOLS.connections.bound, websockets: POOLS.websockets.bound },
    });
    expect(boundsWithin(wanted - 1).part).toBeLessThan(1);
  });

  it.each([MIN_DESCRIPTORS, 4_096, 20_000, 65_536, 262_144])(
    'leave room for what a request opens beside its connection: %d',
    (limit) => {
      const { pools, idleOriginConnections } = boundsWithin(limit);
      const most = pools.connections + 2 * pools.requests + pools.websockets + idleOriginConnections;
      expect(most).toBeLessThan(limit);
      expect(Math.min(...Object.values(pools), idleOriginConnections)).toBeGreaterThan(30);
    },
  );

  it('are refused by name where there would be next to none', () => {
    expect(() => boundsWithin(MIN_DESCRIPTORS - 1)).toThrow(/ulimit -n, LimitNOFILE\) is 1023/);
  });

  it('know the limit of this process', () => {
    expect(descriptorLimit()).toBeGreaterThanOrEqual(256);
  });
});
