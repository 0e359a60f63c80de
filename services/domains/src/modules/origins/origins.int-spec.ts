import { OriginHealthBoard } from '@palisade/edge-state';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('origins', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  it('are listed with what the edge nodes found, to the owner only', async () => {
    const { user, id, path: domain } = await h.newDomain();
    const path = `${domain}/origins`;
    const inService = { places: [], drain_until: null };
    const first = { origin: 'http://origin.example.net:80', weight: 1, backup: false, ...inService };
    expect((await h.call('GET', path, user)).body).toEqual({
      checked: false,
      origins: [{ ...first, healthy: null, nodes: [] }],
    });
    await h.call('PUT', `${domain}/waf-config`, user, {
      originConfig: {
        additional_origins: [
          {
            host: 'spare.example.net',
            port: 8443,
            protocol: 'https',
            weight: 2,
            backup: true,
            places: ['DE', 'south-america'],
            drain_until: '2030-01-02T03:04:05.000Z',
          },
        ],
        health_check: {
          enabled: true,
          path: '/healthz',
          interval_seconds: 10,
          timeout_seconds: 2,
          unhealthy_after: 2,
          healthy_after: 2,
          status_from: 200,
          status_to: 299,
        },
      },
    });
    const checkedAtMs = Date.now();
    const board = new OriginHealthBoard(h.edgeRedis);
    const seen = { origin: first.origin, checkedAtMs };
    await board.record(id, { ...seen, node: 'a', healthy: true, status: 200, problem: '', latencyMs: 12.34 });
    await board.record(id, {
      ...seen,
      node: 'b',
      healthy: false,
      status: 0,
      problem: 'timeout: late',
      latencyMs: 0,
    });
    const checked_at = new Date(checkedAtMs).toISOString();
    const { body: list } = await h.call('GET', path, user);
    expect(list).toEqual({
      checked: true,
      origins: [
        {
          ...first,
          healthy: false,
          nodes: expect.arrayContaining([
            { node: 'a', healthy: true, status: 200, problem: '', latency_ms: 12.3, checked_at },
            {
              node: 'b',
              healthy: false,
              status: null,
              problem: 'timeout: late',
              latency_ms: null,
              checked_at,
            },
          ]),
        },
        {
          origin: 'https://spare.example.net:8443',
          weight: 2,
          backup: true,
          places: ['DE', 'south-america'],
          drain_until: '2030-01-02T03:04:05.000Z',
          healthy: null,
          nodes: [],
        },
      ],
    });
    expect((await h.call('GET', path, newUser())).status).toBe(404);
  });

  describe('that answer others than the edge', () => {
    const configure = async (domain: string, user: Parameters<Harness['call']>[2], origin_host: string) => {
      await h.call('PUT', `${domain}/waf-config`, user, { originConfig: { origin_host } });
    };

    it('are no such where nobody else can reach their address', async () => {
      const { user, path: domain } = await h.newDomain();
      await configure(domain, user, '10.0.0.7');
      expect((await h.call('GET', `${domain}/origin-lock`, user)).body).toMatchObject({ state: 'locked' });
      expect((await h.call('GET', `${domain}/origin-lock`, newUser())).status).toBe(404);
    });

    it('are not looked at unless the operator says that it can be seen from here, nor before a proof', async () => {
      const { user, path: domain } = await h.newDomain();
      await configure(domain, user, '93.184.215.14');
      expect((await h.call('GET', `${domain}/origin-lock`, user)).body).toMatchObject({ state: 'unknown' });
    });
  });
});
