import { quietPath } from './quiet-path.rules.ts';

it.each([
  ['/shop/shoes-2.html', '/shop/shoes-2.html'],
  ['/a%20b', '/a%20b'],
  ['/[Sign in](https://evil.example)', '/%5BSign%20in%5D%28https%3A//evil.example%29'],
  ['/@everyone/<!channel>', '/%40everyone/%3C%21channel%3E'],
  ['/**a**_b`c`', '/%2A%2Aa%2A%2A_b%60c%60'],
  ['/WWW.evil.example', '/WWW%2Eevil.example'],
  ['/a\r\nBcc: b', '/a%0D%0ABcc%3A%20b'],
  ['/\u202Eü', '/%E2%80%AE%C3%BC'],
  [`/${'x'.repeat(200)}`, `/${'x'.repeat(99)}`],
])('%j is shown as %j', (path, shown) => {
  expect(quietPath(path)).toBe(shown);
});
