import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { OriginBalancer } from './origin-balancer.ts';
import { compileOriginGroup, type OriginGroup, primaryTarget } from './origin-group.ts';

const FIRST = 'http://127.0.0.1:8080';

function group(servers: { host: string; weight?: number; backup?: boolean }[], checked = false): OriginGroup {
  const config = sampleSite({
    loadBalancing: {
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
  wanted = '',
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const { name } = balancer.pick(of, wanted)!;
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
    const row = Array.from({ length: 10 }, () => balancer.pick(servers, '')!.name);
    expect(row.join().includes('b:80,http://b:80,http://b:80,http://b:80')).toBe(false);
  });

  it('uses backups only while nobody else is well', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'spare', backup: true }], true);
    expect(picks(balancer, servers, 5)).toEqual({ [FIRST]: 5 });
    balancer.setHealth(servers.siteId, FIRST, false);
    expect(picks(balancer, servers, 5)).toEqual({ 'http://spare:80': 5 });
    balancer.setHealth(servers.siteId, FIRST, true);
    expect(picks(balancer, servers, 5)).toEqual({ [FIRST]: 5 });
  });

  it('still tries when everybody is said to be ill', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b' }], true);
    for (const { name } of servers.members) balancer.setHealth(servers.siteId, name, false);
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
    expect(picks(balancer, servers, 5, token)).toEqual({ [name]: 5 });
    balancer.setHealth(servers.siteId, name, false);
    expect(picks(balancer, servers, 5, token)).toEqual({ [FIRST]: 5 });
    expect(picks(balancer, servers, 2, 'no-such-token')).toEqual({ [FIRST]: 2 });
  });

  it('never repeats one that was tried', () => {
    const balancer = new OriginBalancer();
    const servers = group([{ host: 'b' }]);
    expect(balancer.pick(servers, '', [servers.members[0]!])!.name).toBe('http://b:80');
    expect(balancer.pick(servers, '', servers.members)).toBeNull();
  });

  it('forgets verdicts about servers that are no longer configured or no longer checked', () => {
    const balancer = new OriginBalancer();
    const checked = group([{ host: 'b' }], true);
    balancer.setHealth(checked.siteId, 'http://b:80', false);
    const unchecked = group([{ host: 'b' }]);
    balancer.settle(unchecked.siteId, unchecked);
    expect(picks(balancer, unchecked, 2)).toEqual({ [FIRST]: 1, 'http://b:80': 1 });
  });
});
