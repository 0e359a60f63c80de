import { ApiServer } from '../test-support/api-server.ts';
import { type KubeAccess, KubeClient } from './client.ts';
import { LeaseHolder } from './lease.ts';

const PLACE = { namespace: 'palisade', name: 'palisade-sites' };
const COLLECTION = '/apis/coordination.k8s.io/v1/namespaces/palisade/leases';
/** All that is tested here shares one process: a stall of it is no outage, so that a Lease lasts longer than one. */
const TIMES = { durationMs: 3_000, renewMs: 500 };

describe('the Lease by which one of several works', () => {
  let server: ApiServer;
  let access: KubeAccess;
  const holder = (name: string) => new LeaseHolder(new KubeClient(access), PLACE, name, TIMES);
  const held = () =>
    server.read<{ spec: { holderIdentity: string; leaseTransitions: number } }>(COLLECTION, PLACE.name)!.spec;
  let stopping: AbortController;
  let signal: AbortSignal;

  beforeEach(async () => {
    stopping = new AbortController();
    signal = stopping.signal;
    server = new ApiServer();
    access = await server.start();
  });
  // A test that fails leaves nothing running, either.
  afterEach(async () => {
    stopping.abort();
    await server.stop();
  });

  it('is one’s alone, goes over once it is not renewed, and at once where it is given back', async () => {
    const working = Promise.withResolvers<void>();
    const first = holder('a');
    await first.acquire(signal);
    const holding = first.hold(() => working.promise);
    let isSecond = false;
    const second = holder('b')
      .acquire(signal)
      .then(() => {
        isSecond = true;
      });
    await new Promise((resolve) => setTimeout(resolve, 1.5 * TIMES.durationMs));
    expect([isSecond, held().holderIdentity]).toEqual([false, 'a']);
    working.resolve();
    await holding;
    await second;
    expect(held()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
    await holder('b').release();
    const begun = performance.now();
    await holder('c').acquire(signal);
    expect(performance.now() - begun).toBeLessThan(TIMES.durationMs);
    expect(held().holderIdentity).toBe('c');
  });

  it('of many that come at the same time is one’s', async () => {
    const stop = new AbortController();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      holder(name)
        .acquire(stop.signal)
        .then(
          () => name,
          () => null,
        ),
    );
    const first = await Promise.any(
      all.map(async (one) => (await one) ?? Promise.reject(new Error('stopped'))),
    );
    stop.abort();
    expect((await Promise.all(all)).filter((name) => name !== null)).toEqual([first]);
  });

  it.each([
    [
      'is away',
      () => server.faults.push(...Array.from({ length: 50 }, () => ({ begins: 'GET', code: 500 }))),
    ],
    ['does not answer', () => server.hung.push(`GET ${COLLECTION}`)],
    ['does not answer what is written', () => server.hung.push(`PUT ${COLLECTION}`)],
  ])(
    'ends the work, and the calls that run, before another may take it, where the API server %s',
    async (_, fails) => {
      const begun = performance.now();
      const first = holder('a');
      await first.acquire(signal);
      server.hung.push('GET /slow');
      fails();
      let endedAt = Number.POSITIVE_INFINITY;
      const holding = first.hold(async (lost) => {
        await expect(new KubeClient(access).until(lost).get('/slow')).rejects.toThrow('another');
        endedAt = performance.now();
      });
      await expect(holding).rejects.toThrow('another');
      expect(endedAt - begun).toBeLessThan(TIMES.durationMs);
    },
  );

  it('is asked for anew where the API server does not answer', async () => {
    server.hung.push(`POST ${COLLECTION}`);
    const first = holder('a');
    const acquiring = first.acquire(signal);
    const begun = performance.now();
    // Given up within its time, and asked for anew.
    await new Promise((resolve) => setTimeout(resolve, TIMES.durationMs / 2));
    server.hung.length = 0;
    await acquiring;
    expect(performance.now() - begun).toBeLessThan(2 * TIMES.durationMs);
    expect(held().holderIdentity).toBe('a');
  });
});
