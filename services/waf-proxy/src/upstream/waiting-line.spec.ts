import { parseAddress } from '../io/addresses/client-address.ts';
import type { Holder } from '../io/shares/holder.ts';
import { ManualDeadlines } from '../test-support/manual-deadlines.ts';
import { type FailureListener, MAX_WAITING_PER_ORIGIN, WaitingLine } from './waiting-line.ts';

interface Waiter extends FailureListener {
  name: string;
}

let gaveWay: string[];
let line: WaitingLine<Waiter>;
beforeEach(() => {
  gaveWay = [];
  line = new WaitingLine<Waiter>(new ManualDeadlines(), () => undefined);
});

function join(name: string, address: string, site: string): void {
  const holder: Holder = { client: parseAddress(address)!, site: { siteId: site, ownerId: site } };
  line.join({ name, holder, onFailure: () => gaveWay.push(name) });
}

/** A site’s requests, each of another client and network. */
function crowd(count: number, site: string): void {
  for (let index = 0; index < count; index++) join(site, `10.${index >> 8}.${index & 255}.1`, site);
}

describe('requests that wait for one origin', () => {
  it('of a site whose clients fill the line, give way to another site’s', () => {
    crowd(MAX_WAITING_PER_ORIGIN, 'attacked');
    join('other', '198.51.100.7', 'quiet');
    expect(gaveWay).toEqual(['attacked']);
    expect(line.length).toBe(MAX_WAITING_PER_ORIGIN);
  });

  it('of a client who fills the line, give way to another client’s of the same site', () => {
    for (let index = 0; index < MAX_WAITING_PER_ORIGIN; index++) join('greedy', '192.0.2.1', 'site');
    join('other', '198.51.100.7', 'site');
    expect(gaveWay).toEqual(['greedy']);
  });

  it('do not give way to more of their own', () => {
    crowd(MAX_WAITING_PER_ORIGIN, 'attacked');
    join('one more', '10.0.0.1', 'attacked');
    expect(gaveWay).toEqual(['one more']);
  });

  it('are found behind any number of another site’s that may have nothing now', () => {
    crowd(1_000, 'attacked');
    join('other', '198.51.100.7', 'quiet');
    const claim = ({ holder }: Waiter) => (holder.site?.siteId === 'quiet' ? 0 : Number.POSITIVE_INFINITY);
    expect(line.shift(claim)?.name).toBe('other');
    expect(line.length).toBe(1_000);
  });
});
