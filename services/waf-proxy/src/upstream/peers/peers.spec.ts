import { parseAddress } from '../../io/addresses/client-address.ts';
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
    peers.unreachable(ask(peers, key)!, false);
    expect(ask(peers, key)?.node).not.toBe('edge-2');
    now += 5_001;
    // One tries for all.
    const tried = ask(peers, key)!;
    expect(tried.node).toBe('edge-2');
    expect(ask(peers, key)?.node).not.toBe('edge-2');
    peers.unreachable(tried, false);
    now += 5_001;
    expect(ask(peers, key)?.node).not.toBe('edge-2');
    now += 5_001;
    peers.reached(ask(peers, key)!);
    expect([ask(peers, key)?.node, ask(peers, key)?.node]).toEqual(['edge-2', 'edge-2']);
  });

  it('rests for all names where it says nothing, and for one where its certificate does not hold', () => {
    for (const [isNamed, others] of [
      [true, 'edge-2'],
      [false, undefined],
    ] as const) {
      const peers = new Peers('self-9', readPeers(['edge-2=h:443']), new PeerSeal([KEY]), () => now);
      peers.useAlive(['edge-2']);
      const key = keys.find((each) =>
        peers.choose({ site: SITE, scheme: 'https', visitedHost: 'a', key: each }),
      )!;
      const asked = (visitedHost: string) => peers.choose({ site: SITE, scheme: 'https', visitedHost, key });
      peers.unreachable(asked('one.example')!, isNamed);
      expect(asked('one.example')).toBeNull();
      expect(asked('other.example')?.node).toBe(others);
    }
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
    // Nor does its flood make another site of one change count as changed as a whole.
    for (let index = 0; index < 1_900; index++) changes.changed(`a\n/again-${index}`, 2);
    for (let index = 0; index < 200; index++) changes.changed(`b\n/${index}`, 2);
    expect(changes.isRecent('b', 'b\n/199', 3)).toBe(true);
    expect(changes.isRecent('b', 'b\n/other', 3)).toBe(false);
    changes.changed('b\n/z', CHANGE_SETTLES_MS);
    expect(changes.isRecent('b', 'b\n/z', CHANGE_SETTLES_MS)).toBe(true);
    expect(changes.isRecent('b', 'b\n/other', CHANGE_SETTLES_MS)).toBe(false);
  });
});

describe('the proof of a node', () => {
  const OTHER = Buffer.alloc(48, 8).toString('base64');
  const request = {
    siteId: 'a',
    method: 'GET',
    scheme: 'http',
    target: '/',
    rawHeaders: ['Host', 'a.example'],
  };
  const visitor = { client: parseAddress('192.0.2.1')!, requestId: 'r' };
  const opened = (by: PeerSeal, at: PeerSeal) =>
    at.open({ ...request, rawHeaders: [...request.rawHeaders, 'Palisade-Peer', by.seal(request, visitor)] });

  it('holds while the keys are exchanged, once each node has the new one beside the old', () => {
    const [before, during, after] = [new PeerSeal([KEY]), new PeerSeal([OTHER, KEY]), new PeerSeal([OTHER])];
    expect(opened(before, during)).toEqual(visitor);
    expect(opened(during, after)).toEqual(visitor);
    expect(opened(during, before)).toBeNull();
    expect(opened(before, after)).toBeNull();
  });

  it('holds where clocks differ by half a minute, and no more, either way', () => {
    const at = (ms: number) => new PeerSeal([KEY], () => 1_000_000 + ms);
    for (const sign of [1, -1]) {
      expect(opened(at(0), at(sign * 30_000))).toEqual(visitor);
      expect(opened(at(0), at(sign * 30_001))).toBeNull();
    }
  });
});
