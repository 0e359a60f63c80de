import { DemoAllowance } from './demo-allowance.ts';

const { MAX_A_MINUTE, MAX_UNDER_WAY } = DemoAllowance;
const NOON = Date.UTC(2026, 10, 23, 12);
const sent = async () => 'sent';

describe('what strangers may send to the demo', () => {
  it('is so much a minute, and again in the next', async () => {
    const allowance = new DemoAllowance();
    for (let i = 0; i < MAX_A_MINUTE; i++) await allowance.take(NOON + i, sent);
    await expect(allowance.take(NOON + 59_999, sent)).rejects.toMatchObject({ code: 'demo_busy' });
    await expect(allowance.take(NOON + 60_000, sent)).resolves.toBe('sent');
  });

  it('is so much at a time; what has failed is over, too', async () => {
    const allowance = new DemoAllowance();
    const ends: PromiseWithResolvers<void>[] = [];
    const running = Array.from({ length: MAX_UNDER_WAY }, () => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return allowance.take(NOON, () => end.promise);
    });
    await expect(allowance.take(NOON, sent)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'demo_busy',
    });
    ends[0]!.reject(new Error('the edge is away'));
    await expect(running[0]).rejects.toThrow('the edge is away');
    await expect(allowance.take(NOON, sent)).resolves.toBe('sent');
    for (const end of ends.slice(1)) end.resolve();
    await Promise.all(running.slice(1));
  });
});
