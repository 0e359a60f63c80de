import { countedPathFilter, filterText, logLink, oppositeOf, recogniseFilter } from './log-filters.ts';

describe('filters of the log', () => {
  it.each([
    ['203.0.113.9', 'address', '203.0.113.9'],
    [' 203.0.113.0/24 ', 'address', '203.0.113.0/24'],
    ['2001:db8::1', 'address', '2001:db8::1'],
    ['2001:db8::/32', 'address', '2001:db8::/32'],
    ['01950101-7a3c-7b2e-9c41-5d0f2ab1c9e0', 'id', '01950101-7a3c-7b2e-9c41-5d0f2ab1c9e0'],
    ['POST', 'method', 'POST'],
    ['1001', 'rule', '1001'],
    ['Rule 942100', 'rule', '942100'],
    ['/shop', 'path', '/shop*'],
    ['/shop*', 'path', '/shop*'],
    ['DE', 'country', 'DE'],
    ['503', 'http_status', '503'],
    ['5XX', 'http_status', '5xx'],
    ['rule 503', 'rule', '503'],
    ['AS64500', 'network', '64500'],
    ['!POST', 'method', '!POST'],
    ['!5xx', 'http_status', '!5xx'],
  ])('recognises %s', (text, name, value) => {
    expect(recogniseFilter(text)).toEqual({ name, value });
  });

  it.each([
    '',
    'shoes',
    'union select',
    'QQ9',
    '12',
    '6xx',
    '!',
    '!shoes',
    '!01950101-7a3c-7b2e-9c41-5d0f2ab1c9e0',
    'get',
    'a:b',
    'XQ',
  ])('does not guess at %j', (text) => {
    expect(recogniseFilter(text)).toBeNull();
  });

  it('says what a filter means', () => {
    expect(filterText('country', 'DE')).toEqual({ label: 'Country', value: 'Germany' });
    expect(filterText('country', 'unknown')).toEqual({ label: 'Country', value: 'Unknown' });
    expect(filterText('action', 'log_only').value).toBe('Would have been blocked (log only)');
    expect(filterText('path', '/shop*')).toEqual({ label: 'Path begins with', value: '/shop' });
    expect(filterText('country', '!DE')).toEqual({ label: 'Country is not', value: 'Germany' });
    expect(filterText('network', '64500')).toEqual({ label: 'Network', value: 'AS64500' });
    expect(filterText('from', 'yesterday').value).toBe('yesterday');
  });

  it.each([
    ['http_status', '5xx', '!5xx'],
    ['http_status', '!5xx', '5xx'],
    ['id', 'x', null],
    ['from', '2026-01-01T00:00', null],
  ] as const)('turns %s %s into %s', (name, value, opposite) => {
    expect(oppositeOf(name, value)).toBe(opposite);
  });

  it('links to the log', () => {
    expect(logLink({})).toBe('/dashboard/logs');
    expect(logLink({ address: '2001:db8::1', domain: '', path: '/a&b' })).toBe(
      '/dashboard/logs?address=2001%3Adb8%3A%3A1&path=%2Fa%26b',
    );
  });

  it('knows which counted paths stand for one path', () => {
    expect(countedPathFilter('/shop')).toBe('/shop');
    expect(countedPathFilter('(other)')).toBeNull();
    expect(countedPathFilter('/l??den')).toBeNull();
    expect(countedPathFilter(`/${'a'.repeat(199)}`)).toBe(`/${'a'.repeat(199)}*`);
  });
});
