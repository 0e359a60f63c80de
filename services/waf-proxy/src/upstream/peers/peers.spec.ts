import { MAX_PEERS, readPeers } from './peer-list.ts';
import { PeerSeal } from './peer-seal.ts';
import { Peers } from './peers.ts';
import { CHANGE_SETTLES_MS, PURGE_SETTLES_MS, RecentChanges } from './recent-changes.ts';

const KEY = Buffer.alloc(48, 7).toString('base64');
const SITE = { siteId: 'site', ownerId: 'owner' };

describe('the list of edge nodes', () => {
  it('has a port for TLS, and one in clear where the operator says so', () => {
    expect(readPeers(['edge-1=10.0.0.1:8443', 'edge-2=[fd00::2]:443/80'])).toEqual([
      { node: 'edge-1', host: '10.0.0.1', httpsPort: 8443, httpPort: null },
      { node: 'edge-2', host: 'fd00::2', httpsPort: 443, httpPort: 80 },
    ]);
  });

  it.each([
    'edge-1',
    'edge-1=host',
    'edge-1=host:0',
    'edge-1=host:70000',
    'e 1=host:1',
    'edge-1=http://host:1',
    'edge-1=host:1/',
  ])('refuses %j', (entry) => {
    expect(() => readPeers([entry])).toThrow(entry);
  });

  it('refuses a name that comes twice, and too many', () => {
    expect(() => readPeers(['a1=h:1', 'a1=h:2'])).toThrow('twice');
    const many = Array.from({ length: MAX_PEERS + 1 }, (_, index) => `edge-${index}=h:1`);
    expect(() => readPeers(many)).toThrow('at most');
  });
});

describe('the node that is asked', () => {
  const nodes = ['edge-1', 'edge-2', 'edge-3'];
  let now = 0;
  const peersOf = (nodeId: string, alive = nodes) => {
    const known = readPeers(nodes.map((node) => `${node}=${node}.example:443/80`));
    const peers = new Peers(nodeId, known, new PeerSeal([KEY]), () => now);
    peers.useAlive(alive);
    return peers;
  };
  const ask = (peers: Peers, key: string) =>
    peers.choose({ site: SITE, scheme: 'http', visitedHost: 'shop.example', key });
  const keys = Array.from({ length: 300 }, (_, index) => `site\nhttp://shop.example/${index}`);

  it('is the same one for a key on every node, and each has its share', () => {
    const shares = new Map<string, number>();
    for (const key of keys) {
      const chosen = nodes.map((node) => ask(peersOf(node), key)?.node ?? node);
      expect(new Set(chosen).size).toBe(1);
      shares.set(chosen[0]!, (shares.get(chosen[0]!) ?? 0) + 1);
    }
    for (const node of nodes) expect(shares.get(node)).toBeGreaterThan(60);
  });

  it('takes only its own keys along when it goes', () => {
    for (const key of keys) {
      const before = ask(peersOf('edge-1'), key)?.node ?? 'edge-1';
      const after = ask(peersOf('edge-1', ['edge-1', 'edge-2']), key)?.node ?? 'edge-1';
      if (before !== 'edge-3') expect(after).toBe(before);
    }
  });

  it('is nobody until the nodes have reported', () => {
    for (const key of keys) expect(ask(peersOf('edge-1', []), key)).toBeNull();
  });

  it('rests after it could not be reached, and the next one has its keys', () => {
    const peers = peersOf('edge-1');
    const key = keys.find((each) => ask(peers, each)?.node === 'edge-2')!;
    peers.unreachable(ask(peers, key)!);
    expect(ask(peers, key)?.node).not.toBe('edge-2');
    now += 5_001;
    expect(ask(peers, key)?.node).toBe('edge-2');
  });

  it('is not asked in clear unless the operator says so', () => {
    const peers = new Peers('edge-1', readPeers(['edge-2=h:443']), new PeerSeal([KEY]));
    peers.useAlive(nodes);
    const asked = (scheme: 'http' | 'https') =>
      keys.map((key) => peers.choose({ site: SITE, scheme, visitedHost: 'shop.example', key }));
    expect(asked('http').every((peer) => peer === null)).toBe(true);
    const byTls = asked('https').find((peer) => peer !== null)!;
    expect(byTls.endpoint).toMatchObject({ useTls: true, verifyTls: true, serverName: 'shop.example' });
  });
});

describe('what was changed a moment ago', () => {
  it('is known by key and by site, for as long as other nodes need', () => {
    const changes = new RecentChanges();
    changes.changed('a\n/x', 0);
    changes.purged('b', 0);
    expect(changes.isRecent('a', 'a\n/x', CHANGE_SETTLES_MS - 1)).toBe(true);
    expect(changes.isRecent('a', 'a\n/y', 0)).toBe(false);
    expect(changes.isRecent('a', 'a\n/x', CHANGE_SETTLES_MS)).toBe(false);
    expect(changes.isRecent('b', 'b\n/', PURGE_SETTLES_MS - 1)).toBe(true);
    expect(changes.isRecent('b', 'b\n/', PURGE_SETTLES_MS)).toBe(false);
  });

  it('is bounded: a site that changes more counts as changed, and no other', () => {
    const changes = new RecentChanges();
    for (let index = 0; index < 5_000; index++) changes.changed(`a\n/${index}`, 0);
    expect(changes.isRecent('a', 'a\n/never', 1)).toBe(true);
    expect(changes.isRecent('b', 'b\n/never', 1)).toBe(false);
    changes.changed('b\n/z', CHANGE_SETTLES_MS);
    expect(changes.isRecent('b', 'b\n/z', CHANGE_SETTLES_MS)).toBe(true);
    expect(changes.isRecent('b', 'b\n/other', CHANGE_SETTLES_MS)).toBe(false);
  });
});
