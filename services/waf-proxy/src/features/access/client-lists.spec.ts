import { parseAddressText } from '@palisade/edge-state';
import { parseAddress } from '../../io/addresses/client-address.ts';
import type { Listing } from '../../request/listed-clients.ts';
import { ClientLists } from './client-lists.ts';

const LIST = '01890000-0000-7000-8000-000000000001';
const ELSEWHERE = '01890000-0000-7000-8000-000000000002';
const [OWNER, STRANGER] = ['owner', 'stranger'];
const TRAPPED = parseAddress('198.51.100.9')!;

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
    expect(lists(owner).lookUp([LIST], site, TRAPPED)).toEqual({ name: 'trapped', entry: TRAPPED.key });
  expect(lists(null).lookUp([ELSEWHERE], site, TRAPPED)).toEqual({ name: ELSEWHERE, entry: TRAPPED.key });
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
  expect(lists(owner!).lookUp(ids, asking, TRAPPED)).toBeUndefined();
});

it('others are looked for in what is there', () => {
  const one = parseAddress('192.0.2.1')!;
  expect(lists(null).lookUp([LIST], site, one)).toEqual({ name: 'trapped', entry: '192.0.2.1' });
  expect(lists(null).lookUp([LIST], site, parseAddress('192.0.2.2')!)).toBeNull();
  expect(lists(null).lookUp([ELSEWHERE, LIST], site, one)).toMatchObject({ name: 'trapped' });
});
