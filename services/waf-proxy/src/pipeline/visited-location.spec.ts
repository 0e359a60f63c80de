import { contextOf } from '../test-support/request-context.ts';
import { type OriginNames, withVisitedLocation } from './visited-location.ts';

const ORIGIN: OriginNames = { host: 'app.internal', port: 8080, hostHeader: 'www.backend.example' };
const VISITED = ['GET /account HTTP/1.1', 'Host: Shop.example:8000'];

function locationAfter(location: string, { status = 302, origin = ORIGIN, lines = VISITED } = {}): string {
  const context = contextOf(lines);
  Object.assign(context.site!, { hosts: ['shop.example', 'www.shop.example'] });
  const head = {
    status,
    reason: 'Found',
    headers: ['Server', 'x', 'LOCATION', location],
    contentLength: 0,
    chunked: false,
    bodyless: false,
    keepAlive: true,
    keepAliveSeconds: 0,
  };
  const { headers } = withVisitedLocation(head, context, origin);
  expect(headers.slice(0, 3)).toEqual(['Server', 'x', 'LOCATION']);
  return headers[3]!;
}

describe('a Location that names the origin', () => {
  it.each([
    ['http://app.internal:8080/sign-in?to=%2Fa#top', 'http://Shop.example:8000/sign-in?to=%2Fa#top'],
    ['http://app.internal/sign-in', 'http://Shop.example:8000/sign-in'],
    ['HTTP://APP.Internal:8080', 'http://Shop.example:8000'],
    ['//app.internal:8080/a//b/../c', 'http://Shop.example:8000/a//b/../c'],
    ['http://user@app.internal:8080/', 'http://Shop.example:8000/'],
    ['https://www.backend.example/pay', 'https://shop.example/pay'],
    ['https://app.internal:8080/pay', 'https://shop.example/pay'],
    ['http://www.backend.example?q', 'http://Shop.example:8000?q'],
  ])('%s becomes %s', (location, expected) => {
    expect(locationAfter(location)).toBe(expected);
  });

  it.each([
    '/sign-in',
    'sign-in',
    '',
    'http://other.example/',
    'http://app.internal:9000/',
    'http://app.internal.example/',
    'http://shop.example/elsewhere',
    'https://www.shop.example/',
    'mailto:a@app.internal',
    'http://[app.internal]/',
    'http:///app.internal/',
    'http:\\\\app.internal\\',
  ])('“%s” does not, and stays', (location) => {
    expect(locationAfter(location)).toBe(location);
  });

  it('is known by an address as well', () => {
    const ipv4 = { host: '192.0.2.10', port: 80, hostHeader: '' };
    expect(locationAfter('http://192.0.2.10/a', { origin: ipv4 })).toBe('http://Shop.example:8000/a');
    const ipv6 = { host: '2001:db8::10', port: 8443, hostHeader: '' };
    expect(locationAfter('http://[2001:DB8::10]:8443/a', { origin: ipv6 })).toBe(
      'http://Shop.example:8000/a',
    );
  });

  it('stays where the origin is one of the site’s own hosts', () => {
    const own = { host: '192.0.2.10', port: 80, hostHeader: 'www.shop.example' };
    expect(locationAfter('http://www.shop.example/a', { origin: own })).toBe('http://www.shop.example/a');
  });

  it('stays where the visitor would be sent to what was requested, for ever', () => {
    expect(locationAfter('http://app.internal:8080/account')).toBe('http://app.internal:8080/account');
    expect(locationAfter('https://app.internal/account')).toBe('https://shop.example/account');
  });

  it('is replaced of redirects and of what was created, not of other responses', () => {
    const location = 'http://app.internal:8080/items/7';
    expect(locationAfter(location, { status: 201 })).toBe('http://Shop.example:8000/items/7');
    expect(locationAfter(location, { status: 200 })).toBe(location);
  });
});
