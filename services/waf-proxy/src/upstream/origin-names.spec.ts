import type { LookupAddress } from 'node:dns';
import { jest } from '@jest/globals';
import { FairCounter } from '../io/shares/fair-counter.ts';
import type { Holder } from '../io/shares/holder.ts';
import { POOLS } from '../io/shares/pools.ts';
import type { OriginError } from './origin-error.ts';
import { OriginNames } from './origin-names.ts';

type Tell = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

const of = (owner: string): Holder => ({ client: null, site: { siteId: owner, ownerId: owner } });
const address = (value: string) => [{ address: value, family: 4 }];
const nxdomain = () => Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });

let asked: Map<string, Tell>;
let names: OriginNames;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  asked = new Map();
  names = new OriginNames(new FairCounter(POOLS.origin_lookups), (host, tell) => {
    expect(asked.has(host)).toBe(false);
    asked.set(host, tell);
  });
});
afterEach(() => jest.useRealTimers());

/** What is told to one who asks: null until then. */
function find(host: string, owner = 'a'): { answer: string | null } {
  const found: { answer: string | null } = { answer: null };
  names.find(host, of(owner), (error: OriginError | null, addresses) => {
    found.answer = error === null ? addresses.map((one) => one.address).join() : error.code;
  });
  return found;
}

function reply(host: string, error: NodeJS.ErrnoException | null, addresses: LookupAddress[] = []): void {
  const tell = asked.get(host)!;
  asked.delete(host);
  tell(error, addresses);
}

const ticks = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe('names of origins', () => {
  it('are asked once for all who wait, and not again for five seconds', async () => {
    const waiting = [find('a.example'), find('a.example'), find('a.example', 'b')];
    expect([...asked.keys()]).toEqual(['a.example']);
    reply('a.example', null, address('192.0.2.1'));
    expect(waiting.map(({ answer }) => answer)).toEqual(Array(3).fill('192.0.2.1'));
    const later = find('a.example');
    await ticks();
    expect([later.answer, asked.size]).toEqual(['192.0.2.1', 0]);
    jest.advanceTimersByTime(5_001);
    find('a.example');
    expect(asked.size).toBe(1);
  });

  it('of one owner that are never answered leave places to another’s', () => {
    for (let index = 0; index < 100; index++) find(`${index}.tarpit.example`, 'hostile');
    expect(asked.size).toBeLessThan(POOLS.origin_lookups.bound / 2);
    const other = find('shop.example', 'honest');
    reply('shop.example', null, address('192.0.2.1'));
    expect(other.answer).toBe('192.0.2.1');
  });

  it('take turns when there is a place again', () => {
    for (let index = 0; index < 20; index++) find(`${index}.tarpit.example`, 'hostile');
    for (let index = 0; index < 20; index++) {
      const host = `${index}.tarpit.example`;
      reply(host, nxdomain());
    }
    expect(asked.size).toBe(0);
  });

  it('keep their last answer while a new one is late or fails', async () => {
    find('a.example');
    reply('a.example', null, address('192.0.2.1'));
    jest.advanceTimersByTime(5_001);
    const waiting = find('a.example');
    jest.advanceTimersByTime(499);
    expect(waiting.answer).toBeNull();
    jest.advanceTimersByTime(1);
    expect(waiting.answer).toBe('192.0.2.1');
    const next = find('a.example');
    await ticks();
    expect(next.answer).toBe('192.0.2.1');
    reply('a.example', nxdomain());
    const after = find('a.example');
    await ticks();
    expect(after.answer).toBe('192.0.2.1');
    jest.advanceTimersByTime(5_001);
    find('a.example');
    reply('a.example', null, address('192.0.2.2'));
    const fresh = find('a.example');
    await ticks();
    expect(fresh.answer).toBe('192.0.2.2');
  });

  it('that do not resolve are told so at once for five seconds', async () => {
    const first = find('a.example');
    reply('a.example', nxdomain());
    const second = find('a.example');
    await ticks();
    expect([first.answer, second.answer, asked.size]).toEqual(['unresolvable', 'unresolvable', 0]);
  });

  it('beyond what may wait are told to come again', async () => {
    for (let index = 0; index < 1_000; index++) find(`${index}.example`, 'hostile');
    for (let index = 1_000; index < 1_010; index++) find(`${index}.example`, 'hostile');
    const last = find('last.example', 'hostile');
    await ticks();
    expect(last.answer).toBe('no_connection_free');
  });
});
