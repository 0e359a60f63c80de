import { demoAttackSchema, MAX_PAYLOAD_LENGTH } from './demo-attack.schema.ts';
import { demoRequestOf, shownRequest } from './demo-request.rules.ts';

const HOSTILE = [
  "' OR 1=1--",
  'a&b=c#d',
  '\r\nHost: elsewhere.example\r\n\r\n',
  'http://elsewhere.example/',
  '//',
  '漢字 \0',
];

describe('the request that an attack becomes', () => {
  it.each(HOSTILE)('keeps %j the value of one field', (payload) => {
    const inQuery = demoRequestOf({ place: 'query', payload });
    const url = new URL(inQuery.target, 'http://shop.example');
    expect([url.host, url.pathname, [...url.searchParams], url.hash]).toEqual([
      'shop.example',
      '/',
      [['q', payload]],
      '',
    ]);
    expect(inQuery.target).toMatch(/^[\x21-\x7e]+$/);
    const form = demoRequestOf({ place: 'form', payload });
    expect(form).toMatchObject({ method: 'POST', target: '/' });
    expect([...new URLSearchParams(form.body!)]).toEqual([['q', payload]]);
  });

  it('is shown as it is sent', () => {
    expect(shownRequest(demoRequestOf({ place: 'query', payload: '<b>' }))).toBe('GET /?q=%3Cb%3E');
    expect(shownRequest(demoRequestOf({ place: 'form', payload: '<b>' }))).toBe('POST /\n\nq=%3Cb%3E');
  });
});

describe('what may be sent', () => {
  const accepts = (value: unknown) => demoAttackSchema.safeParse(value).success;

  it('is something, bounded, at a place that there is', () => {
    expect(accepts({ place: 'query', payload: 'x'.repeat(MAX_PAYLOAD_LENGTH) })).toBe(true);
    expect(accepts({ place: 'query', payload: 'x'.repeat(MAX_PAYLOAD_LENGTH + 1) })).toBe(false);
    expect(accepts({ place: 'query', payload: '' })).toBe(false);
    expect(accepts({ place: 'host', payload: 'x' })).toBe(false);
    expect(accepts({ place: 'query', payload: 7 })).toBe(false);
  });

  it('has bytes, also where a surrogate stands alone', () => {
    const { payload, place } = demoAttackSchema.parse({ place: 'query', payload: 'a\ud800' });
    expect(demoRequestOf({ payload, place }).target).toBe('/?q=a%EF%BF%BD');
  });
});
