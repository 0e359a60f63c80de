import type { Redis } from 'ioredis';
import { RollbackBoard } from './edge-controls.ts';
import { NodeBoard } from './node-board.ts';
import { OriginHealthBoard } from './origin-health-board.ts';

const HOSTILE = ['', 'null', '[]', '{}', '{"seenAtMs":1}', '"x"', '{"__proto__":{"node":"x"}}', '{'];

/** A Redis in which a node that was taken over has written what it liked, beside a genuine entry. */
const redisWith = (genuine: Record<string, string>): Redis =>
  ({
    time: async () => ['1', '0'],
    hgetall: async () => ({
      ...Object.fromEntries(HOSTILE.map((text, i) => [`hostile-${i}|x`, text])),
      ...genuine,
    }),
    hdel: async () => 0,
  }) as unknown as Redis;

describe('what one edge node writes', () => {
  it('hides no other node', async () => {
    const report = {
      ...{
        version: '1',
        startedAtMs: 1,
        workersListening: 1,
        workers: 1,
        sites: 1,
        bans: 0,
        seenAtMs: 1_000,
      },
      configs: { comparedAtMs: 0, sequence: 0, sitesBehind: 0, refused: 0, lastRefusal: null },
      ...{
        spool: { bytes: 0, segments: 0 },
        controlsVersion: null,
        candidateRolledBack: false,
        draining: false,
      },
      ...{ cpuPercent: 1, memoryBytes: 1 },
    };
    const nodes = await new NodeBoard(redisWith({ genuine: JSON.stringify(report) })).read();
    expect(nodes.map(({ node }) => node)).toEqual(['genuine']);
  });

  it('hides no other node’s findings about an origin, and no candidate that was taken back', async () => {
    const health = { healthy: true, status: 200, problem: '', checkedAtMs: Date.now(), latencyMs: 12 };
    const found = await new OriginHealthBoard(redisWith({ 'node|origin': JSON.stringify(health) })).read(
      'site',
    );
    expect(found).toEqual([{ node: 'node', origin: 'origin', ...health }]);
    const why = { node: 'n', reason: 'r', atMs: 1 };
    const rollbacks = await new RollbackBoard(redisWith({ release: JSON.stringify(why) })).read();
    expect(rollbacks).toHaveLength(HOSTILE.length + 1);
    expect(rollbacks).toContainEqual({ release: 'release', ...why });
  });
});
