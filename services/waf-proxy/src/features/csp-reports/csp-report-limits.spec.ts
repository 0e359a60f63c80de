import { parseAddress } from '../../io/addresses/client-address.ts';
import { CspReportLimits } from './csp-report-limits.ts';

const report = (over: object = {}) => ({
  documentHost: 'shop.example',
  directive: 'img-src',
  blocked: 'ads.example',
  page: '/basket',
  ...over,
});

/** Each of a network of its own. */
const client = (n: number) => parseAddress(`198.${n >> 8}.${n & 255}.1`)!;
const [A, B] = [client(60_000), client(60_001)];

let now = 1;
const budget = () => new CspReportLimits(() => now);
beforeEach(() => {
  now = 1;
});

it('reads sixty of a client in an hour, and of others as many', () => {
  const reads = budget();
  const read = (client: typeof A) =>
    Array.from({ length: 61 }, () => reads.mayRead('site', client)).filter(Boolean).length;
  expect([read(A), read(B)]).toEqual([60, 60]);
  now += 3_600_001;
  expect(read(A)).toBe(60);
});

it('tells the same once an hour for each client', () => {
  const takes = budget();
  expect(takes.takes('site', A, report())).toEqual({
    taken: true,
    text: 'img-src ads.example /basket',
    isFull: false,
  });
  expect(takes.takes('site', A, report())).toEqual({ taken: false, isFull: false });
  expect(takes.takes('site', B, report()).taken).toBe(true);
  now += 3_600_001;
  expect(takes.takes('site', A, report()).taken).toBe(true);
});

it('tells two thousand of a site, however many clients send them', () => {
  const takes = budget();
  const outcomes = Array.from({ length: 2_001 }, (_, n) => takes.takes('site', client(n), report()));
  expect(outcomes.at(-2)?.taken).toBe(true);
  expect(outcomes.at(-1)).toEqual({ taken: false, isFull: true });
  expect(takes.takes('other', A, report()).taken).toBe(true);
});

it('tells further pages of a site apart no longer, and those that it knows on', () => {
  const takes = budget();
  const textOf = (client: typeof A, page: string) => {
    const outcome = takes.takes('site', client, report({ page }));
    return outcome.taken ? outcome.text : '';
  };
  for (let n = 0; n < 200; n++) textOf(client(n >> 2), `/p${n}`);
  expect(textOf(A, '/one-more')).toBe('img-src ads.example *');
  expect(textOf(B, '/p7')).toBe('img-src ads.example /p7');
});

it('takes twenty of a client, of five pages that nobody else has named', () => {
  const takes = budget();
  const outcomes = Array.from({ length: 30 }, (_, n) =>
    takes.takes('site', A, report({ blocked: `b${n}`, page: `/p${n}` })),
  );
  const texts = outcomes.flatMap((outcome) => (outcome.taken ? [outcome.text] : []));
  expect(texts).toHaveLength(20);
  expect(texts.filter((text) => !text.endsWith('*'))).toHaveLength(5);
  expect(outcomes.at(-1)).toEqual({ taken: false, isFull: false });
  expect(takes.takes('site', B, report())).toMatchObject({ text: 'img-src ads.example /basket' });
});

it.each([
  ['an IPv6 network', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
  ['an IPv4 network', (n: number) => `203.0.113.${n}`, '198.51.100.1'],
])('takes eighty of %s, of twenty pages that nobody else has named', (_name, addressOf, elsewhere) => {
  const takes = budget();
  const texts = Array.from({ length: 100 }, (_, n) => n).flatMap((n) => {
    const outcome = takes.takes('site', parseAddress(addressOf(n))!, report({ page: `/p${n}` }));
    return outcome.taken ? [outcome.text] : [];
  });
  expect(texts).toHaveLength(80);
  expect(texts.filter((text) => !text.endsWith('*'))).toHaveLength(20);
  expect(takes.takes('site', parseAddress(elsewhere)!, report({ page: '/new' }))).toMatchObject({
    text: 'img-src ads.example /new',
  });
});
