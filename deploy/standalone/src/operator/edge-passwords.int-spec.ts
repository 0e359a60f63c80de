import { NodeBoard, type NodeReport, redisPasswordFingerprint } from '@palisade/edge-state';
import { EdgeBoard } from '@palisade/installation/operator';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';

const NOW = 'redis://edge:the-new-one@redis:6379/1';
const BEFORE = 'redis://edge:the-old-one@redis:6379/1';

const report = (redisFingerprint: string | undefined): NodeReport => ({
  ...{ version: '9', startedAtMs: 0, workersListening: 1, workers: 1, sites: 0, bans: 0 },
  configs: { comparedAtMs: 0, sequence: 0, sitesBehind: 0, refused: 0, lastRefusal: null },
  ...{ spool: { bytes: 0, segments: 0 }, controlsVersion: null, candidateRolledBack: false },
  ...{ draining: false, ruleReleases: [], helpers: null, cpuPercent: 0, memoryBytes: 0, keys: null },
  redisFingerprint,
});

it('edges on the board that come to Redis with an old password, or do not say, are known', async () => {
  const server = await startTestRedis();
  const redis = new Redis(`${server.url}/1`);
  try {
    const nodes = new NodeBoard(redis);
    await nodes.report('edge-1', report(redisPasswordFingerprint(NOW)));
    await nodes.report('joined', report(redisPasswordFingerprint(BEFORE)));
    await nodes.report('older', report(undefined));
    const board = new EdgeBoard({ redisUrl: () => `${server.url}/1` } as never);
    expect(await board.withOtherRedisPasswords(NOW)).toEqual(['joined', 'older']);
  } finally {
    redis.disconnect();
    await server.dispose();
  }
});
