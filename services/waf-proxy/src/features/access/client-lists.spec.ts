import { parseAddressText, parseListText } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';
import { type ClientAddress, parseAddress } from '../../io/addresses/client-address.ts';
import type { ListedRequest, Listing } from '../../request/listed-clients.ts';
import { ClientLists } from './client-lists.ts';

const LIST = '01890000-0000-7000-8000-000000000001';
const ELSEWHERE = '01890000-0000-7000-8000-000000000002';
const [OWNER, STRANGER] = ['owner', 'stranger'];
const TRAPPED = parseAddress('198.51.100.9')!;

/** A request of a client, and what else lists are asked about. */
const asks = (client: ClientAddress, over: Partial<ListedRequest> = {}): ListedRequest => ({
  client,
  country: null,
  rawHeaders: [],
  isRelayed: false,
  connection: {
    peer: client,
    remotePort: 1,
    localAddress: '',
    localPort: 0,
    secure: true,
    serverName: '',
    tlsVersion: '1.3',
    fingerprint: { ja4: '' },
    peerTrusted: false,
  },
  ...over,
});

const site = { siteId: 'site-1', ownerId: OWNER, filledLists: new Set([LIST, ELSEWHERE]) };
const has = ({ siteId, client }: Listing) => siteId === 'site-1' && client === TRAPPED.key;
/** With a list of one address. */
function lists(ownerId: string | null): ClientLists {
  const all = new ClientLists({ has });
  const header = { id: LIST, version: 1, ownerId, name: 'trapped', removed: false };
  all.put({ header, set: parseAddressText(Buffer.from('192.0.2.1')).set });
  return all;
}

it('a client that a rule of the site has put on a list is on it, whether the list is there or not', () => {
  for (const owner of [null, OWNER])
    expect(lists(owner).lookUp([LIST], site, asks(TRAPPED))).toEqual({ name: 'trapped', entry: TRAPPED.key });
  expect(lists(null).lookUp([ELSEWHERE], site, asks(TRAPPED))).toEqual({
    name: ELSEWHERE,
    entry: TRAPPED.key,
  });
});

it.each([
  ['of a list of somebody else', STRANGER!, [LIST], site],
  [
    'of a list that no rule of the site fills',
    OWNER,
    [ELSEWHERE],
    { ...site, filledLists: new Set<string>() },
  ],
])('nothing is said %s', (_what, owner, ids, asking) => {
  expect(lists(owner!).lookUp(ids, asking, asks(TRAPPED))).toBeUndefined();
});

it('others are looked for in what is there', () => {
  const one = parseAddress('192.0.2.1')!;
  expect(lists(null).lookUp([LIST], site, asks(one))).toEqual({ name: 'trapped', entry: '192.0.2.1' });
  expect(lists(null).lookUp([LIST], site, asks(parseAddress('192.0.2.2')!))).toBeNull();
  expect(lists(null).lookUp([ELSEWHERE, LIST], site, asks(one))).toMatchObject({ name: 'trapped' });
});

describe('lists of other things than addresses', () => {
  const JA4 = 't13d1516h2_8daaf6152771_e5627efa2ab1';
  const SOMEBODY = parseAddress('192.0.2.9')!;
  const of = (kind: ListKind, text: string) => {
    const all = new ClientLists();
    const header = { id: LIST, version: 1, ownerId: OWNER!, name: 'listed', removed: false };
    all.put({ header, set: parseListText(kind, Buffer.from(text)).set });
    return all;
  };
  const country = { code: 'DE', city: '', asn: 64_500, asnName: '' };
  const { connection } = asks(SOMEBODY);

  it.each<[ListKind, string, Partial<ListedRequest>, string | null]>([
    ['asns', 'AS64500', { country }, '64500'],
    ['asns', 'AS64501', { country }, null],
    ['asns', '64500', {}, null],
    ['countries', 'de', { country }, 'DE'],
    ['countries', 'FR', { country }, null],
    ['countries', 'DE', { country: { ...country, code: '' } }, null],
    ['user_agents', '*Scanner*', { rawHeaders: ['Host', 'a', 'User-AGENT', 'A sCanner/1'] }, '*scanner*'],
    ['user_agents', '*scanner*', { rawHeaders: ['User-Agent', 'a', 'user-agent', 'scanner'] }, '*scanner*'],
    ['user_agents', '*scanner*', { rawHeaders: ['X-User-Ag', 'scanner', 'Referer', 'scanner'] }, null],
    ['user_agents', '*scanner*', {}, null],
    ['fingerprints', JA4, { connection: { ...connection, fingerprint: { ja4: JA4 } } }, JA4],
    ['fingerprints', JA4, { connection: { ...connection, fingerprint: null } }, null],
    // The fingerprint of the operator's own proxy is nobody's.
    [
      'fingerprints',
      JA4,
      { connection: { ...connection, fingerprint: { ja4: JA4 } }, isRelayed: true },
      null,
    ],
  ])('%s %j', (kind, text, over, entry) => {
    const all = of(kind, text);
    const match = entry === null ? null : { name: 'listed', entry, holds: kind };
    expect(all.lookUp([LIST], site, asks(SOMEBODY, over))).toEqual(match);
    expect(all.lookUp([LIST], site, asks(SOMEBODY, over), kind)).toEqual(match);
    // Asked for something else, it says nothing; of somebody else's neither.
    expect(all.lookUp([LIST], site, asks(SOMEBODY, over), 'addresses')).toBeUndefined();
    expect(all.lookUp([LIST], { ...site, ownerId: STRANGER! }, asks(SOMEBODY, over))).toBeUndefined();
  });
});
