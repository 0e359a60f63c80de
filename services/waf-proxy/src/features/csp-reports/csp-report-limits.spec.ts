import { CspReportLimits } from './csp-report-limits.ts';

const report = (over: object = {}) => ({
  documentHost: 'shop.example',
  directive: 'img-src',
  blocked: 'ads.example',
  page: '/basket',
  ...over,
});

let now = 1;
const budget = () => new CspReportLimits(() => now);
beforeEach(() => {
  now = 1;
});

it('reads sixty of a client in an hour, and of others as many', () => {
  const reads = budget();
  const read = (client: string) =>
    Array.from({ length: 61 }, () => reads.mayRead('site', client)).filter(Boolean).length;
  expect([read('a'), read('b')]).toEqual([60, 60]);
  now += 3_600_001;
  expect(read('a')).toBe(60);
});

it('tells the same once an hour for each client', () => {
  const takes = budget();
  expect(takes.takes('site', 'a', report())).toEqual({
    taken: true,
    text: 'img-src ads.example /basket',
    isFull: false,
  });
  expect(takes.takes('site', 'a', report())).toEqual({ taken: false, isFull: false });
  expect(takes.takes('site', 'b', report()).taken).toBe(true);
  now += 3_600_001;
  expect(takes.takes('site', 'a', report()).taken).toBe(true);
});

it('tells two thousand of a site, however many clients send them', () => {
  const takes = budget();
  const outcomes = Array.from({ length: 2_001 }, (_, n) => takes.takes('site', `c${n}`, report()));
  expect(outcomes.at(-2)?.taken).toBe(true);
  expect(outcomes.at(-1)).toEqual({ taken: false, isFull: true });
  expect(takes.takes('other', 'a', report()).taken).toBe(true);
});

it('tells further pages of a site apart no longer, and those that it knows on', () => {
  const takes = budget();
  const textOf = (client: string, page: string) => {
    const outcome = takes.takes('site', client, report({ page }));
    return outcome.taken ? outcome.text : '';
  };
  for (let n = 0; n < 200; n++) textOf(`c${n >> 2}`, `/p${n}`);
  expect(textOf('a', '/one-more')).toBe('img-src ads.example *');
  expect(textOf('b', '/p7')).toBe('img-src ads.example /p7');
});

it('takes twenty of a client, of five pages that nobody else has named', () => {
  const takes = budget();
  const outcomes = Array.from({ length: 30 }, (_, n) =>
    takes.takes('site', 'a', report({ blocked: `b${n}`, page: `/p${n}` })),
  );
  const texts = outcomes.flatMap((outcome) => (outcome.taken ? [outcome.text] : []));
  expect(texts).toHaveLength(20);
  expect(texts.filter((text) => !text.endsWith('*'))).toHaveLength(5);
  expect(outcomes.at(-1)).toEqual({ taken: false, isFull: false });
  expect(takes.takes('site', 'b', report())).toMatchObject({ text: 'img-src ads.example /basket' });
});
