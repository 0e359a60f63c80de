import { sampleSite } from '@palisade/edge-state';
import { compileSite } from './compiled-site.ts';
import { SiteRegistry } from './site-registry.ts';

const site = (siteId: string, hosts: string[], issuedAtMs = 1n, version = 1n) =>
  compileSite(sampleSite({ siteId, hosts, issuedAtMs, version }), null);

describe('the site registry', () => {
  it('finds sites by host, follows changed hosts and forgets removed ones', () => {
    const registry = new SiteRegistry();
    registry.put(site('a', ['a.example', 'www.a.example']));
    expect(registry.find('www.a.example')?.siteId).toBe('a');
    registry.put(site('a', ['a.example', 'new.a.example'], 2n, 2n));
    expect(registry.find('www.a.example')).toBeUndefined();
    expect(registry.find('new.a.example')?.version).toBe(2n);
    expect(registry.find('a.example')?.version).toBe(2n);
    registry.remove('a');
    expect([registry.find('a.example'), registry.size]).toEqual([undefined, 0]);
  });

  it('gives a host to the later document whatever arrived first, and back when that lets go', () => {
    const older = site('older', ['x.example'], 1n);
    const newer = site('newer', ['x.example'], 2n);
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const registry = new SiteRegistry();
      for (const one of order) registry.put(one);
      expect(registry.find('x.example')?.siteId).toBe('newer');
      registry.put(site('newer', ['y.example'], 3n, 2n));
      expect(registry.find('x.example')?.siteId).toBe('older');
      registry.remove('older');
      expect(registry.find('x.example')).toBeUndefined();
    }
  });
});
