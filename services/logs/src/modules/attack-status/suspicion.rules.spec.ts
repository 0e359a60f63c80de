import type { RefusedCaller } from '../log-store/log-store.port.ts';
import { suspicions } from './suspicion.rules.ts';

const author: RefusedCaller = {
  siteNo: 1,
  path: '/editor/save',
  threat: 2,
  address: '192.0.2.1',
  refused: 3,
  blockedInAll: 3,
  allowed: 40,
};
const found = (...callers: RefusedCaller[]) => [...suspicions(callers).values()];

describe('what looks like a false positive', () => {
  it('stops somebody who uses the site otherwise, again and again', () => {
    expect(found(author)).toEqual([
      { siteNo: 1, path: '/editor/save', threat: 2, requests: 3, addresses: 1 },
    ]);
  });
  it('or several of them once each', () => {
    const once = { ...author, refused: 1, blockedInAll: 1 };
    expect(found(once)).toEqual([]);
    expect(found(once, { ...once, address: '192.0.2.2' })).toMatchObject([{ requests: 2, addresses: 2 }]);
  });
  it.each<[string, Partial<RefusedCaller>]>([
    ['who hardly uses the site', { allowed: 9 }],
    ['who is refused at other places, too', { blockedInAll: 4 }],
    ['who goes on and on', { refused: 21, blockedInAll: 21, allowed: 500 }],
    ['who is refused more often than a fifth of the time', { allowed: 11 }],
  ])('is not what stops somebody %s', (_who, over) => {
    expect(found({ ...author, ...over })).toEqual([]);
  });
  it('is not where most of those who meet it only attack', () => {
    const attacker = { ...author, allowed: 0 };
    const two = [attacker, { ...attacker, address: '192.0.2.9' }];
    expect(found(author, ...two)).toEqual([]);
    expect(found(author, attacker)).toHaveLength(1);
  });
  it('is the place of each site that stops most', () => {
    const other = { ...author, path: '/search', refused: 5, blockedInAll: 5 };
    const elsewhere = { ...author, siteNo: 2 };
    expect(found(author, other, elsewhere).map(({ siteNo, path }) => [siteNo, path])).toEqual([
      [1, '/search'],
      [2, '/editor/save'],
    ]);
  });
});
