import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
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

  it('gives a host that several sites have to the latest that still has it, however often they change', () => {
    const registry = new SiteRegistry();
    for (const [index, id] of ['a', 'b', 'c'].entries())
      registry.put(site(id, ['x.example', `${id}.example`], BigInt(index + 1)));
    for (let version = 2n; version < 5n; version++) registry.put(site('a', ['x.example'], 1n, version));
    expect(registry.find('x.example')?.siteId).toBe('c');
    registry.remove('c');
    expect(registry.find('x.example')?.siteId).toBe('b');
    registry.put(site('b', ['b.example'], 4n, 2n));
    expect(registry.find('x.example')?.version).toBe(4n);
    registry.remove('a');
    expect(registry.find('x.example')).toBeUndefined();
    expect(registry.find('b.example')?.siteId).toBe('b');
  });
});

describe('a registry of more sites than are kept compiled', () => {
  const document = (siteId: string) =>
    toBinary(edgeV1.SiteConfigSchema, sampleSite({ siteId, hosts: [`${siteId}.example`], version: 1n }));

  function withSites(count: number, maxCompiled: number, now = () => 0) {
    const compiledAgain: string[] = [];
    const registry = new SiteRegistry({
      maxCompiled,
      now,
      compile: (bytes) => {
        const config = fromBinary(edgeV1.SiteConfigSchema, bytes);
        compiledAgain.push(config.siteId);
        return config.siteId === 'broken' ? null : compileSite(config, null);
      },
    });
    const ids = Array.from({ length: count }, (_, index) => `site-${index}`);
    for (const id of ids) registry.put(site(id, [`${id}.example`]), document(id));
    return { registry, ids, compiledAgain };
  }

  it('serves each of them, and has no more compiled than it may', () => {
    const { registry, ids, compiledAgain } = withSites(20, 5);
    expect([registry.size, registry.compiledCount]).toEqual([20, 5]);
    for (const id of ids) {
      expect(registry.find(`${id}.example`)?.siteId).toBe(id);
      expect(registry.compiledCount).toBe(5);
    }
    expect(compiledAgain.length).toBeGreaterThanOrEqual(15);
  });

  it('keeps those that are asked for again and again', () => {
    const { registry, ids, compiledAgain } = withSites(20, 5);
    const hot = ids.slice(0, 2);
    for (const id of ids.slice(2)) {
      for (const one of hot) registry.find(`${one}.example`);
      registry.find(`${id}.example`);
    }
    for (const one of hot) expect(compiledAgain.filter((id) => id === one)).toHaveLength(1);
  });

  it('compiles a document at its first request, and forgets one that is removed', () => {
    const { registry, compiledAgain } = withSites(5, 5);
    expect(registry.isFull).toBe(true);
    registry.putDocument(sampleFacts('cold'), document('cold'));
    registry.putDocument(sampleFacts('broken'), document('broken'));
    expect([registry.versionOf('cold'), compiledAgain]).toEqual([1n, []]);
    expect(registry.find('cold.example')?.hosts).toEqual(['cold.example']);
    expect(registry.find('broken.example')).toBeUndefined();
    expect(registry.find('site-4.example')?.siteId).toBe('site-4');
    registry.remove('cold');
    expect([registry.find('cold.example'), registry.compiledCount <= 5]).toEqual([undefined, true]);
  });

  it('tries a document that cannot be compiled once a minute, or when another one comes', () => {
    let now = 1_000;
    const { registry, compiledAgain } = withSites(1, 1, () => now);
    registry.putDocument(sampleFacts('broken'), document('broken'));
    for (let count = 0; count < 50; count++) expect(registry.find('broken.example')).toBeUndefined();
    expect(compiledAgain).toEqual(['broken']);
    now += 60_001;
    for (let count = 0; count < 50; count++) registry.find('broken.example');
    expect(compiledAgain).toEqual(['broken', 'broken']);
    registry.putDocument({ ...sampleFacts('broken'), version: 2n }, document('broken'));
    registry.find('broken.example');
    expect(compiledAgain).toHaveLength(3);
  });

  it('keeps compiled what came without a document', () => {
    const { registry } = withSites(0, 2);
    for (const id of ['a', 'b', 'c']) registry.put(site(id, [`${id}.example`]));
    for (const id of ['a', 'b', 'c']) expect(registry.find(`${id}.example`)?.siteId).toBe(id);
  });

  const sampleFacts = (siteId: string) => ({
    siteId,
    version: 1n,
    issuedAtMs: 1,
    hosts: [`${siteId}.example`],
  });
});
