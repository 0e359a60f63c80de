import { NodeBoard, redisPasswordFingerprint } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import { EdgeBoard } from '@palisade/installation/operator';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';

const NOW = 'redis://edge:the-new-one@redis:6379/1';
const BEFORE = 'redis://edge:the-old-one@redis:6379/1';

const report = (redisFingerprint: string | undefined) => nodeReport({ redisFingerprint });

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
