import { ApiServer } from '../test-support/api-server.ts';
import { type KubeAccess, KubeClient } from './client.ts';
import { LeaseHolder } from './lease.ts';

const PLACE = { namespace: 'palisade', name: 'palisade-sites' };
const COLLECTION = '/apis/coordination.k8s.io/v1/namespaces/palisade/leases';
const TIMES = { durationMs: 1_000, renewMs: 200 };

describe('the Lease by which one of several works', () => {
  let server: ApiServer;
  let access: KubeAccess;
  const holder = (name: string) => new LeaseHolder(new KubeClient(access), PLACE, name, TIMES);
  const held = () =>
    server.read<{ spec: { holderIdentity: string; leaseTransitions: number } }>(COLLECTION, PLACE.name)!.spec;
  const { signal } = new AbortController();

  beforeEach(async () => {
    server = new ApiServer();
    access = await server.start();
  });
  afterEach(() => server.stop());

  it('is one’s alone, goes over once it is not renewed, and at once where it is given back', async () => {
    const keeps = new AbortController();
    await holder('a').acquire(signal);
    const keeping = holder('a').keep(keeps.signal);
    let isSecond = false;
    const second = holder('b')
      .acquire(signal)
      .then(() => {
        isSecond = true;
      });
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMES.durationMs));
    expect([isSecond, held().holderIdentity]).toEqual([false, 'a']);
    keeps.abort();
    await keeping;
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

  it('ends the work before another may take it, where the API server is away', async () => {
    await holder('a').acquire(signal);
    const renewed = performance.now();
    const keeping = holder('a').keep(signal);
    server.faults.push(...Array.from({ length: 50 }, () => ({ begins: 'GET', code: 500 })));
    await expect(keeping).rejects.toThrow('another');
    expect(performance.now() - renewed).toBeLessThan(TIMES.durationMs + 200);
  });
});
