import { ownPath } from './paths.ts';

describe('where somebody is led after signing in', () => {
  it.each(['/dashboard', '/register?plan=starter&step=payment', '/dashboard/logs?path=%2Fa#top'])(
    'is %s of ours',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example/',
    '/\n/evil.example/',
    ' //evil.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '/\t/[',
    '/..//evil.example/',
    '/.//evil.example/',
    '/%2e//evil.example/',
    '/a/../..//evil.example/',
    '/./\\evil.example/',
  ])('is nowhere else: %j', (address) => {
    expect(ownPath(address)).toBeNull();
  });
});
