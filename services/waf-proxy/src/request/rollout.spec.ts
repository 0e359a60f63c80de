import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { parseAddress } from '../io/addresses/client-address.ts';
import { compileSite } from '../pipeline/compiled-site.ts';
import { fakeRuleSet } from '../test-support/fake-rule-set.ts';
import { judgingSite, rolloutOf, visitorOf } from './rollout.ts';

const ID = '01923456-789a-7000-8000-000000000000';
const clientOf = (address: string) => parseAddress(address)!;
const addresses = Array.from({ length: 20_000 }, (_, index) =>
  clientOf(`192.0.${index >> 8}.${index & 255}`),
);

const rolledOut = (sharePercent: number, id = ID) => {
  const { policy, delivery } = sampleSite();
  return compileSite(
    sampleSite({
      rollout: {
        id,
        sharePercent,
        policy: { ...policy!, blockedIps: ['198.51.100.0/24'], caching: true, mode: edgeV1.EngineMode.OFF },
        delivery,
      },
    }),
    fakeRuleSet(),
  );
};
const chosen = (site: ReturnType<typeof rolledOut>) =>
  new Set(addresses.filter((address) => judgingSite(site, address) === site.candidate));

describe('a roll-out', () => {
  it.each([1, 5, 25, 50, 99])('judges %i in a hundred of neighbouring addresses', (share) => {
    const part = (100 * chosen(rolledOut(share)).size) / addresses.length;
    expect(Math.abs(part - share)).toBeLessThan(1.5);
  });

  it('takes all networks of one household for one visitor, and those of others for others', () => {
    const rollout = rolloutOf('site-1', ID, 5);
    const visitors = (networks: string[]) =>
      new Set(networks.map((network) => visitorOf(rollout, clientOf(`${network}::7`)))).size;
    const parts = Array.from({ length: 1_000 }, (_, index) => index.toString(16));
    expect(visitors(parts.map((part) => `2001:db8:77:${part}`))).toBe(1);
    expect(visitors(parts.map((part) => `2001:db8:${part}:1`))).toBe(parts.length);
  });

  it('keeps its visitors as the share rises, and another one chooses others', () => {
    const [few, more] = [chosen(rolledOut(5)), chosen(rolledOut(25))];
    expect([...few].every((address) => more.has(address))).toBe(true);
    const others = chosen(rolledOut(25, ID.replace('0192', '0193')));
    const both = [...others].filter((address) => more.has(address)).length / more.size;
    expect(both).toBeGreaterThan(0.15);
    expect(both).toBeLessThan(0.35);
  });

  it('is a second site, compiled beforehand, that shares what all visitors share', () => {
    const site = rolledOut(5);
    const { candidate } = site;
    expect([site.mode, candidate?.mode]).toEqual(['On', 'Off']);
    expect(site.rollout).toBe(candidate?.rollout);
    expect(candidate).toMatchObject({ candidate: null, siteId: site.siteId, version: site.version });
    expect(candidate?.origin).toBe(site.origin);
    expect(candidate?.cache).toBe(site.cache);
    expect([site, candidate, site.rollout].every(Object.isFrozen)).toBe(true);
  });

  it('costs a site without one nothing but a look', () => {
    const site = compileSite(sampleSite(), fakeRuleSet());
    expect([site.rollout, site.candidate]).toEqual([null, null]);
    expect(judgingSite(site, clientOf('192.0.2.1'))).toBe(site);
  });

  it('does not let sampling of visitors by their number prefer one of the two', () => {
    const rollout = rolloutOf('site-1', ID, 25);
    const visitors = addresses.map((address) => visitorOf(rollout, address));
    expect(new Set(visitors).size).toBeGreaterThan(addresses.length * 0.999);
    const low = visitors.filter((visitor) => visitor < 2 ** 31);
    const part = (100 * low.filter((visitor) => visitor % 100 < 25).length) / low.length;
    expect(Math.abs(part - 25)).toBeLessThan(2);
  });
});
