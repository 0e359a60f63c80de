import { CandidateMemo } from './candidate-memo.ts';

const HEADER_NAMES =
  'Host,Connection,Cache-Control,Sec-Ch-Ua,Sec-Ch-Ua-Mobile,Sec-Ch-Ua-Platform,Upgrade-Insecure-Requests,User-Agent,Accept,' +
  'Sec-Fetch-Site,Sec-Fetch-Mode,Sec-Fetch-User,Sec-Fetch-Dest,Referer,Accept-Encoding,Accept-Language,Cookie';

describe('the memo of candidates', () => {
  it('stores what comes a second time, not what comes once', () => {
    const memo = new CandidateMemo();
    memo.learn('once', [1]);
    expect(memo.get('once')).toBeUndefined();
    memo.learn('once', [1]);
    expect(memo.get('once')).toEqual([1]);
  });

  it('learns all of a few hundred values that come in turn, also where they share a place', () => {
    const memo = new CandidateMemo();
    const values = [
      ...HEADER_NAMES.split(','),
      ...Array.from({ length: 150 }, (_, index) => `value ${index}`),
    ];
    for (let round = 0; round < 2; round++) for (const value of values) memo.learn(value, [value.length]);
    expect(values.filter((value) => memo.get(value) === undefined)).toEqual([]);
  });

  it('forgets the oldest, and never holds long values', () => {
    const memo = new CandidateMemo();
    const learn = (value: string) => {
      memo.learn(value, []);
      memo.learn(value, []);
    };
    learn('first');
    learn('x'.repeat(257));
    expect(memo.get('x'.repeat(257))).toBeUndefined();
    for (let index = 0; index < 1000; index++) learn(`later ${index}`);
    expect(memo.get('first')).toBeUndefined();
    expect(memo.get('later 999')).toEqual([]);
  });
});
