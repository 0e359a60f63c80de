import { parseAddress } from '../../io/addresses/client-address.ts';
import type { Holder } from '../../io/shares/holder.ts';
import { Overload } from '../overload/overload.ts';
import { CLIENT_CAPS, CLIENT_WINDOW_MS, ClientRates } from './client-rates.ts';
import { ATTACK_THRESHOLDS, SiteLoad } from './site-load.ts';

/** Traffic for some seconds: requests per second and number of clients. */
function seconds(load: SiteLoad, count: number, requests: number, clients: number, failing = false) {
  const changes: string[] = [];
  for (let second = 0; second < count; second++) {
    for (let index = 0; index < requests; index++) {
      load.arrived(Math.imul(index % clients, 0x9e3779b1) >>> 0);
      if (failing) load.failed();
    }
    const change = load.tick(1);
    if (change !== null) changes.push(`${change}@${second}`);
  }
  return changes;
}

describe('the load of a site', () => {
  it('learns what is usual, and calls what is far above it an attack', () => {
    const load = new SiteLoad('medium', 1);
    expect(seconds(load, 1_800, 100, 40)).toEqual([]);
    expect(load.usualRate).toBeGreaterThan(90);
    expect(seconds(load, 60, 300, 60)).toEqual([]);
    expect(seconds(load, 20, 5_000, 60)).toEqual(['attack@2']);
    expect(load.defended).toBe(true);
  });

  it('does not defend a small site against a few more visitors', () => {
    const load = new SiteLoad('medium', 1);
    seconds(load, 300, 1, 1);
    expect(seconds(load, 60, 100, 30)).toEqual([]);
  });

  it('ends a defence only after minutes of calm, not in a pause of the attack', () => {
    const load = new SiteLoad('medium', 1);
    seconds(load, 600, 50, 20);
    expect(seconds(load, 10, 3_000, 50)).toHaveLength(1);
    expect(seconds(load, 170, 50, 20)).toEqual([]);
    expect(seconds(load, 5, 3_000, 50)).toEqual([]);
    expect(load.defended).toBe(true);
    const { secondsCalm } = ATTACK_THRESHOLDS.medium;
    const changes = seconds(load, secondsCalm + 30, 50, 20);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatch(/^calm@/);
    expect(load.defended).toBe(false);
  });

  it('takes many new clients, each of them quiet, for an attack as well', () => {
    const load = new SiteLoad('medium', 1);
    seconds(load, 600, 100, 20);
    expect(seconds(load, 10, 350, 350)).toEqual([expect.stringMatching(/^attack@/)]);
  });

  it('takes an origin that fails under unusual load for an attack', () => {
    const load = new SiteLoad('medium', 1);
    seconds(load, 600, 40, 20);
    expect(seconds(load, 10, 200, 20)).toEqual([]);
    seconds(load, 60, 40, 20);
    expect(seconds(load, 10, 200, 20, true)).toHaveLength(1);
  });

  it('is the more sensitive the higher the level, and on a share of the traffic', () => {
    const noticed = (level: 'low' | 'medium' | 'high', share: number, requests: number) => {
      const load = new SiteLoad(level, share);
      seconds(load, 300, 20, 10);
      return seconds(load, 20, requests, 10).length === 1;
    };
    expect([noticed('low', 1, 200), noticed('medium', 1, 200), noticed('high', 1, 200)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([noticed('medium', 1, 300), noticed('medium', 0.5, 300)]).toEqual([false, true]);
  });

  it('lets growth that lasts for hours become the usual', () => {
    const load = new SiteLoad('high', 1);
    seconds(load, 300, 20, 10);
    const changes = seconds(load, 6 * 3_600, 200, 40);
    expect(changes[0]).toMatch(/^attack/);
    expect(load.defended).toBe(false);
  });

  it('counts a late tick as the seconds that it stands for', () => {
    const load = new SiteLoad('high', 1);
    for (let index = 0; index < 600; index++) load.arrived(index);
    load.tick(10);
    expect(load.rate).toBeCloseTo(30, 0);
  });
});

describe('the cap of a client', () => {
  it('holds within a window and per site', () => {
    const rates = new ClientRates();
    const client = parseAddress('192.0.2.1')!;
    const over = (site: string, at: number) => rates.over(site, client, 'high', at);
    for (let index = 0; index < CLIENT_CAPS.high; index++) expect(over('site-1', 1_000_000)).toBe(false);
    expect(over('site-1', 1_000_001)).toBe(true);
    expect(over('site-2', 1_000_001)).toBe(false);
    expect(rates.retryAfter(1_000_001)).toBe(CLIENT_WINDOW_MS / 1_000);
    expect(over('site-1', 1_000_000 + CLIENT_WINDOW_MS)).toBe(false);
  });
});

describe('the caps of more clients than are counted', () => {
  it('are those of their networks', () => {
    const rates = new ClientRates();
    const over = (text: string) => rates.over('site-1', parseAddress(text)!, 'high', 1_000_000);
    for (let index = 0; index < 50_000; index++) over(`2001:db8:1:${index.toString(16)}::1`);
    let refused = 0;
    for (let index = 0; index < CLIENT_CAPS.high + 10; index++) {
      if (over(`2001:db8:2:${index.toString(16)}::1`)) refused++;
    }
    expect(refused).toBe(10);
    expect(over('198.51.100.7')).toBe(false);
  });
});

describe('overload', () => {
  const NOBODY: Holder = { client: null, site: null };
  const client = (address: string) => parseAddress(address)!;
  const site = (siteId: string) => ({ siteId, ownerId: `owner of ${siteId}` });

  const samples = (overload: Overload, count: number, late: number) => {
    for (let index = 0; index < count; index++) overload.sample(late);
  };

  it('sheds nothing for a hiccup, a part of the requests for lasting lateness, and ends slowly', () => {
    const overload = new Overload(250);
    samples(overload, 1, 900);
    samples(overload, 20, 0);
    expect(overload.part).toBe(0);
    // The machine stood still, and what waited meanwhile makes one more round late.
    samples(overload, 1, 60_000);
    samples(overload, 1, 400);
    samples(overload, 20, 0);
    expect(overload.part).toBe(0);
    samples(overload, 10, 400);
    const partial = overload.part;
    expect(partial).toBeGreaterThan(0);
    expect(partial).toBeLessThan(0.95);
    samples(overload, 100, 400);
    expect(overload.part).toBeCloseTo(0.95);
    samples(overload, 10, 150);
    expect(overload.part).toBeCloseTo(0.95);
    samples(overload, 10, 0);
    expect(overload.part).toBeGreaterThan(0.5);
    samples(overload, 60, 0);
    expect(overload.part).toBe(0);
  });

  it('spreads refusals evenly and spares the privileged until the end', () => {
    const overload = new Overload(250);
    overload.part = 0.5;
    const shed = Array.from({ length: 10 }, () => overload.sheds(false, NOBODY, 0)).filter(Boolean);
    expect(shed).toHaveLength(5);
    expect(Array.from({ length: 10 }, () => overload.sheds(true, NOBODY, 0))).not.toContain(true);
    overload.part = 0.9;
    expect(Array.from({ length: 10 }, () => overload.sheds(true, NOBODY, 0)).filter(Boolean)).toHaveLength(9);
  });

  /** Rounds of requests of all holders while half of them shall be refused; how often each was. */
  const refusedOf = (holders: readonly Holder[], rounds: number): number[] => {
    const overload = new Overload(250);
    overload.part = 0.5;
    const refused = holders.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      holders.forEach((holder, index) => {
        if (overload.sheds(false, holder, round * 10)) refused[index]!++;
      });
    }
    return refused;
  };

  it('refuses the client who asks too much, and nobody else of the same site', () => {
    const greedy = Array.from({ length: 95 }, () => ({ client: client('192.0.2.1'), site: site('one') }));
    const others = Array.from({ length: 5 }, (_, index) => ({
      client: client(`198.51.${index}.1`),
      site: site('one'),
    }));
    const refused = refusedOf([...greedy, ...others], 20);
    const ofOthers = refused.slice(greedy.length).reduce((sum, count) => sum + count, 0);
    expect(ofOthers).toBe(0);
    const total = refused.reduce((sum, count) => sum + count, 0);
    expect(total / 2_000).toBeCloseTo(0.5, 1);
  });

  it('refuses visitors of the site that so many ask for, and of no other', () => {
    const flood = Array.from({ length: 90 }, (_, index) => ({
      client: client(`10.${index}.0.1`),
      site: site('attacked'),
    }));
    const others = Array.from({ length: 10 }, (_, index) => ({
      client: client(`172.16.${index}.1`),
      site: site(`other ${index}`),
    }));
    const refused = refusedOf([...flood, ...others], 20);
    expect(refused.slice(flood.length)).toEqual(others.map(() => 0));
  });

  it('refuses everybody where nobody asks more than their share', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      client: client(`10.${index}.0.1`),
      site: site(`site ${index}`),
    }));
    const refused = refusedOf(many, 20);
    expect(refused.reduce((sum, count) => sum + count, 0) / 2_000).toBeCloseTo(0.5, 1);
  });
});
