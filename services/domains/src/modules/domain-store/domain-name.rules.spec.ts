import {
  areHostsOf,
  defaultHosts,
  INVALID_NAME,
  normaliseDomainName,
  normaliseHosts,
} from './domain-name.rules.ts';

const EDGE = 'edge.palisade.example';
const DASHBOARD = 'app.palisade.example';
const normalise = (name: string) => normaliseDomainName(name, [EDGE, DASHBOARD]);

describe('domain names', () => {
  it.each([
    ['Example.COM', 'example.com'],
    [' example.com. ', 'example.com'],
    ['https://www.Example.com/shop?q=1#top', 'www.example.com'],
    ['example.com:8443', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['日本語.jp', 'xn--wgv71a119e.jp'],
    ['myapp.github.io', 'myapp.github.io'],
    ['shop.test', 'shop.test'],
    ['ＥＸＡＭＰＬＥ．ｃｏｍ', 'example.com'],
    ['example\u3002com', 'example.com'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['B\u00DCCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['exa\u00admple.com', 'example.com'],
  ])('stores %s as %s', (input, stored) => {
    expect(normalise(input)).toBe(stored);
  });

  it.each([
    '',
    'localhost',
    '192.0.2.1',
    '[2001:db8::1]',
    'a b.com',
    '-bad-.com',
    'x'.repeat(64).concat('.com'),
    '*.example.com',
    'exa\0mple.com',
    'example.com..',
    '.example.com',
    'a..example.com',
    '_acme-challenge.example.com',
    '_palisade-challenge.example.com',
    '%2e%2e.example.com',
    'example.com\u3002\u3002',
    `${'a.'.repeat(124)}example.com`,
  ])('refuses %j', (input) => {
    expect(() => normalise(input)).toThrow(
      expect.objectContaining({ detail: INVALID_NAME, kind: 'unprocessable' }),
    );
  });

  it.each(['co.uk', 'com', 'github.io', 'com.br'])('refuses what strangers share: %s', (input) => {
    expect(() => normalise(input)).toThrow(
      expect.objectContaining({ code: input.includes('.') ? 'public_suffix' : 'domain_name_invalid' }),
    );
  });

  it('refuses names for whose proof there is no room', () => {
    const long = (length: number) =>
      `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length)}.com`;
    expect(normalise(long(41))).toHaveLength(228);
    expect(() => normalise(long(42))).toThrow(expect.objectContaining({ code: 'domain_name_too_long' }));
  });

  it.each(['wordpress.com', 'victim.wordpress.com', 'bucket.s3-website.amazonaws.com'])(
    'refuses platforms that the public suffix list does not know: %s',
    (input) => {
      expect(() => normalise(input)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^(platform_name|public_suffix)$/) }),
      );
    },
  );

  it.each([EDGE, `a.${EDGE}`, DASHBOARD, `x.y.${DASHBOARD}`, DASHBOARD.toUpperCase(), `${EDGE}.`])(
    'refuses the service’s own name %s',
    (input) => {
      expect(() => normalise(input)).toThrow(expect.objectContaining({ code: 'own_name' }));
    },
  );

  it('covers www with an apex, and nothing else by itself', () => {
    expect(defaultHosts('example.co.uk')).toEqual(['example.co.uk', 'www.example.co.uk']);
    expect(defaultHosts('shop.example.com')).toEqual(['shop.example.com']);
    expect(defaultHosts('www.example.com')).toEqual(['www.example.com']);
  });

  it('keeps listed hosts below the domain', () => {
    expect(normaliseHosts('example.com', ['API.example.com.', 'example.com', 'api.example.com'], [])).toEqual(
      ['example.com', 'api.example.com'],
    );
    expect(() => normaliseHosts('example.com', ['notexample.com'], [])).toThrow(
      expect.objectContaining({
        code: 'host_invalid',
        options: { fields: [expect.objectContaining({ path: 'hosts' })] },
      }),
    );
  });

  it('lists no name of this service, which may be below a customer’s domain', () => {
    for (const host of ['waf.company.example', 'a.WAF.company.example'])
      expect(() => normaliseHosts('company.example', [host], ['waf.company.example'])).toThrow(
        expect.objectContaining({ code: 'own_name' }),
      );
    expect(normaliseHosts('company.example', ['www.company.example'], ['waf.company.example'])).toHaveLength(
      2,
    );
  });

  it('knows the same hosts in another order and spelling, and no others', () => {
    const site = { domainName: 'example.com', hosts: ['example.com', 'xn--bcher-kva.example.com'] };
    expect(areHostsOf(site, ['Bücher.example.com', 'example.com.'])).toBe(true);
    expect(areHostsOf(site, ['xn--bcher-kva.example.com'])).toBe(true);
    expect(areHostsOf(site, ['example.com'])).toBe(false);
    expect(areHostsOf(site, ['a.example.com'])).toBe(false);
    expect(areHostsOf(site, [...site.hosts, 'a.example.com'])).toBe(false);
  });
});
