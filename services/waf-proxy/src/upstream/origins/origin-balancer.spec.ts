import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { OriginBalancer, type Visitor } from './origin-balancer.ts';
import { compileOriginGroup, type OriginGroup, primaryTarget } from './origin-group.ts';

const FIRST = 'http://127.0.0.1:8080';

type Server = MessageInitShape<typeof edgeV1.OriginServerSchema>;

function group(
  servers: Server[],
  checked = false,
  first: Pick<Server, 'places' | 'drainUntilMs'> = {},
  preferFastest = false,
): OriginGroup {
  const config = sampleSite({
    origin: { host: '127.0.0.1', port: 8080, ...first },
    loadBalancing: {
      preferFastest,
      moreOrigins: servers.map((server) => ({ port: 80, ...server })),
      ...(checked && {
        healthCheck: create(edgeV1.HealthCheckSchema, { path: '/', intervalMs: 1_000, timeoutMs: 1_000 }),
      }),
    },
  });
  return compileOriginGroup(config, primaryTarget(config, config.origin!))!;
}

function picks(
  balancer: OriginBalancer,
  of: OriginGroup,
  count: number,
  visitor: Partial<Visitor> = {},
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const { name } = balancer.pick(of, { token: '', country: '', ...visitor })!.member;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('the choice among origins', () => {
  it('is not needed for a single one', () => {
    const config = sampleSite();
    expect(compileOriginGroup(config, primaryTarget(config, config.origin!))).toBeNull();
  });

  it('follows the weights exactly, and spreads the heavy one', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b', weight: 3 }, { host: 'c' }]);
    expect(picks(balancer, servers, 50)).toEqual({ [FIRST]: 10, 'http://b:80': 30, 'http://c:80': 10 });
    const row = Array.from({ length: 10 }, () => balancer.pick(servers)!.member.name);
    expect(row.join().includes('b:80,http://b:80,http://b:80,http://b:80')).toBe(false);
  });

  it('uses backups only while nobody else is well', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'spare', backup: true }], true);
    expect(picks(balancer, servers, 5)).toEqual({ [FIRST]: 5 });
    balancer.setHealth(servers.siteId, FIRST, { healthy: false, latencyMs: 0 });
    expect(picks(balancer, servers, 5)).toEqual({ 'http://spare:80': 5 });
    balancer.setHealth(servers.siteId, FIRST, { healthy: true, latencyMs: 0 });
    expect(picks(balancer, servers, 5)).toEqual({ [FIRST]: 5 });
  });

  it('still tries when everybody is said to be ill', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b' }], true);
    for (const { name } of servers.members)
      balancer.setHealth(servers.siteId, name, { healthy: false, latencyMs: 0 });
    expect(picks(balancer, servers, 4)).toEqual({ [FIRST]: 2, 'http://b:80': 2 });
  });

  it('lets a member rest after failures in a row, longer each time, and not after single ones', () => {
    let now = 0;
    const balancer = new OriginBalancer(() => now);
    const servers = group([{ host: 'b' }]);
    const ill = servers.members[0]!;
    const failThrice = () => {
      for (let count = 0; count < 3; count++) balancer.failed(servers, ill);
    };
    balancer.failed(servers, ill);
    balancer.failed(servers, ill);
    balancer.answered(servers, ill);
    balancer.failed(servers, ill);
    expect(picks(balancer, servers, 4)).toEqual({ [FIRST]: 2, 'http://b:80': 2 });
    balancer.answered(servers, ill);
    failThrice();
    expect(picks(balancer, servers, 4)).toEqual({ 'http://b:80': 4 });
    now = 5_001;
    expect(picks(balancer, servers, 4)).toEqual({ [FIRST]: 2, 'http://b:80': 2 });
    balancer.failed(servers, ill);
    now += 9_000;
    expect(picks(balancer, servers, 4)).toEqual({ 'http://b:80': 4 });
    now += 1_001;
    balancer.answered(servers, ill);
    expect(picks(balancer, servers, 4)).toEqual({ [FIRST]: 2, 'http://b:80': 2 });
  });

  it('keeps a visitor where the cookie says, unless that one is ill', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b' }], true);
    const { token, name } = servers.members[1]!;
    expect(picks(balancer, servers, 5, { token })).toEqual({ [name]: 5 });
    balancer.setHealth(servers.siteId, name, { healthy: false, latencyMs: 0 });
    expect(picks(balancer, servers, 5, { token })).toEqual({ [FIRST]: 5 });
    expect(picks(balancer, servers, 2, { token: 'no-such-token' })).toEqual({ [FIRST]: 2 });
  });

  it('never repeats one that was tried', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b' }]);
    expect(balancer.pick(servers, undefined, [servers.members[0]!])!.member.name).toBe('http://b:80');
    expect(balancer.pick(servers, undefined, servers.members)).toBeNull();
  });

  it('forgets verdicts about servers that are no longer configured or no longer checked', () => {
    const balancer = new OriginBalancer();
    const checked = group([{ host: 'b' }], true);
    balancer.setHealth(checked.siteId, 'http://b:80', { healthy: false, latencyMs: 0 });
    const unchecked = group([{ host: 'b' }]);
    balancer.settle(unchecked.siteId, unchecked);
    expect(picks(balancer, unchecked, 2)).toEqual({ [FIRST]: 1, 'http://b:80': 1 });
  });

  describe('by country', () => {
    const from = (balancer: OriginBalancer, of: OriginGroup, country: string) => {
      const { member, reason } = balancer.pick(of, { token: '', country })!;
      return [member.name, reason];
    };

    it('sends visitors to the origins for them, by weight among several, and everybody else to the rest', () => {
      const balancer = new OriginBalancer();
      const servers = group([
        { host: 'eu', places: ['europe'], weight: 3 },
        { host: 'de', places: ['DE'] },
      ]);
      expect(picks(balancer, servers, 8, { country: 'DE' })).toEqual({
        'http://eu:80': 6,
        'http://de:80': 2,
      });
      expect(from(balancer, servers, 'FR')).toEqual(['http://eu:80', 'country']);
      for (const country of ['US', '']) expect(from(balancer, servers, country)).toEqual([FIRST, 'weight']);
    });

    it('goes elsewhere while the nearest is ill, and before a reserve', () => {
      const balancer = new OriginBalancer();
      const servers = group(
        [
          { host: 'de', places: ['DE'] },
          { host: 'spare', backup: true },
        ],
        true,
      );
      balancer.setHealth(servers.siteId, 'http://de:80', { healthy: false, latencyMs: 0 });
      expect(from(balancer, servers, 'DE')).toEqual([FIRST, 'weight']);
      balancer.setHealth(servers.siteId, FIRST, { healthy: false, latencyMs: 0 });
      expect(from(balancer, servers, 'DE')).toEqual(['http://spare:80', 'reserve']);
      balancer.setHealth(servers.siteId, 'http://spare:80', { healthy: false, latencyMs: 0 });
      expect(from(balancer, servers, 'DE')).toEqual(['http://de:80', 'none_well']);
    });

    it('serves those for whom there is none', () => {
      const servers = group([{ host: 'de', places: ['DE'] }], false, { places: ['FR'] });
      expect(picks(new OriginBalancer(), servers, 4, { country: 'US' })).toEqual({
        [FIRST]: 2,
        'http://de:80': 2,
      });
    });

    it('leaves a visitor where the cookie says', () => {
      const servers = group([{ host: 'de', places: ['DE'] }]);
      const { token } = servers.members[0]!;
      expect(picks(new OriginBalancer(), servers, 3, { token, country: 'DE' })).toEqual({ [FIRST]: 3 });
    });
  });

  describe('by the least time', () => {
    const timed = (preferFastest: boolean, more: Server[] = [{ host: 'b', weight: 3 }, { host: 'c' }]) => {
      const balancer = new OriginBalancer();
      const servers = group(more, true, {}, preferFastest);
      return {
        balancer,
        servers,
        takes: (name: string, latencyMs: number, healthy = true) =>
          balancer.setHealth(servers.siteId, name, { healthy, latencyMs }),
      };
    };

    it('chooses by weight among those that are about as fast, and goes elsewhere when that changes', () => {
      const { balancer, servers, takes } = timed(true);
      takes(FIRST, 80);
      takes('http://b:80', 20);
      takes('http://c:80', 24);
      expect(picks(balancer, servers, 8)).toEqual({ 'http://b:80': 6, 'http://c:80': 2 });
      expect(balancer.pick(servers)!.reason).toBe('fastest');
      takes(FIRST, 5);
      expect(picks(balancer, servers, 3)).toEqual({ [FIRST]: 3 });
      takes(FIRST, 5, false);
      expect(picks(balancer, servers, 4)).toEqual({ 'http://b:80': 3, 'http://c:80': 1 });
    });

    it('goes by weight while no time is known, and where the owner wants that', () => {
      const unknown = timed(true);
      expect(picks(unknown.balancer, unknown.servers, 5)).toMatchObject({ [FIRST]: 1, 'http://b:80': 3 });
      const off = timed(false);
      off.takes('http://b:80', 1);
      expect(picks(off.balancer, off.servers, 5)).toMatchObject({ [FIRST]: 1, 'http://b:80': 3 });
    });

    it('leaves a visitor at the origins for the country', () => {
      const { balancer, servers, takes } = timed(true, [{ host: 'de', places: ['DE'] }]);
      takes(FIRST, 1);
      takes('http://de:80', 50);
      expect(picks(balancer, servers, 2, { country: 'DE' })).toEqual({ 'http://de:80': 2 });
    });

    it('does not forget failures when a time is told', () => {
      const { balancer, servers, takes } = timed(true);
      takes(FIRST, 5);
      for (let count = 0; count < 3; count++) balancer.failed(servers, servers.members[0]!);
      takes(FIRST, 6);
      expect(picks(balancer, servers, 4)[FIRST]).toBeUndefined();
    });
  });

  describe('while one drains', () => {
    let wall = 0;
    const draining = (more: Server[] = [{ host: 'b' }], checked = false) => ({
      balancer: new OriginBalancer(undefined, () => wall),
      servers: group(more, checked, { drainUntilMs: 1_000n }),
    });
    beforeEach(() => {
      wall = 999;
    });

    it('keeps those who have been there, until its time is over, and takes nobody new', () => {
      const { balancer, servers } = draining();
      const { token } = servers.members[0]!;
      expect(picks(balancer, servers, 4)).toEqual({ 'http://b:80': 4 });
      expect(picks(balancer, servers, 4, { token })).toEqual({ [FIRST]: 4 });
      wall = 1_000;
      expect(picks(balancer, servers, 4, { token })).toEqual({ 'http://b:80': 4 });
    });

    it('has a reserve stand in, and takes new ones only before a site goes down', () => {
      const { balancer, servers } = draining([{ host: 'b' }, { host: 'spare', backup: true }], true);
      balancer.setHealth(servers.siteId, 'http://b:80', { healthy: false, latencyMs: 0 });
      expect(picks(balancer, servers, 2)).toEqual({ 'http://spare:80': 2 });
      balancer.setHealth(servers.siteId, 'http://spare:80', { healthy: false, latencyMs: 0 });
      expect(picks(balancer, servers, 2)).toEqual({ [FIRST]: 2 });
      wall = 1_000;
      expect(picks(balancer, servers, 2)).toEqual({ 'http://b:80': 1, 'http://spare:80': 1 });
    });

    it('counts for nothing where every origin drains', () => {
      const { balancer, servers } = draining([{ host: 'b', drainUntilMs: 500n }]);
      wall = 2_000;
      expect(picks(balancer, servers, 4)).toEqual({ [FIRST]: 2, 'http://b:80': 2 });
    });
  });
});
