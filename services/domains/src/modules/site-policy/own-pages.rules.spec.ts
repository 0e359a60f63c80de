import type { CustomRule } from '@palisade/site-policy';
import { sanitizePage, withSafePages } from './own-pages.rules.ts';

it.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="x()">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="//evil.example/">a</a>', '<a>a</a>'],
  ['<img src="https://evil.example/x.png" alt="x">', '<img alt="x" />'],
  ['<iframe src="https://evil.example"></iframe>b', 'b'],
  ['<form action="https://evil.example"><input name="a"></form>', ''],
  [
    '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">c',
    'c',
  ],
  ['<svg><script>alert(1)</script></svg>', ''],
  ['<html><head><title>t</title></head><body><h1>d</h1></body></html>', '<h1>d</h1>'],
  ['<style>p { color: red }</style></style><script>x</script>', '<style>p { color: red }</style>'],
])('%s becomes %s', (html, kept) => {
  expect(sanitizePage(html)).toBe(kept);
});

it.each([
  '<style>h1 { color: teal }</style><h1 class="a" style="margin:0">Zu</h1>',
  '<p>Request {{request_id}} on {{site}} at {{time}}</p>{{challenge}}',
  '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" width="20" />',
  '<a href="mailto:help@shop.example">Write to us</a>',
])('%s stays, and stays the second time', (html) => {
  expect(sanitizePage(html)).toBe(html);
});

describe('a change of which sanitizing leaves what cannot be saved again', () => {
  const rule = (id: string, html: string): CustomRule => ({
    id: `01890000-0000-7000-8000-00000000000${id}`,
    name: 'Closed',
    enabled: true,
    action: 'page',
    skip: [],
    conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/old'] }],
    page: { status: 403, language: 'en', html },
  });
  const faultsOf = (policyConfig: Parameters<typeof withSafePages>[0]['policyConfig']) =>
    withSafePages({ policyConfig }).faults.map(({ path, message }) => `${path}: ${message}`);

  it.each([
    ['<script>alert(1)</script>', /^policyConfig\.custom_rules\.1\.page\.html: Nothing is left/],
    ['<form><input></form> \n', /^policyConfig\.custom_rules\.1\.page\.html: Nothing is left/],
    // Each of them becomes "&lt;".
    ['< '.repeat(9_000), /^policyConfig\.custom_rules\.1\.page\.html: The page of a rule has at most/],
  ])('%.30s… is refused at the page', (html, message) => {
    expect(faultsOf({ custom_rules: [rule('1', '<p>a</p>'), rule('2', html)] })).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('names own pages, too, and challenge pages that have lost the challenge', () => {
    const own_pages = [
      { kind: 'block' as const, language: 'en', html: '<script>1</script>' },
      { kind: 'challenge' as const, language: 'en', html: '<p>a</p><script>{{challenge}}</script>' },
    ];
    expect(faultsOf({ own_pages })).toEqual([
      expect.stringMatching(/^policyConfig\.own_pages\.0\.html: Nothing is left/),
      expect.stringMatching(/^policyConfig\.own_pages\.1\.html: A challenge page/),
    ]);
  });

  it('is none where something is left', () => {
    const { safe, faults } = withSafePages({
      policyConfig: { custom_rules: [rule('1', '<p>a</p><script>1</script>')] },
    });
    expect(faults).toEqual([]);
    expect(safe.policyConfig?.custom_rules?.[0]?.page?.html).toBe('<p>a</p>');
  });
});
