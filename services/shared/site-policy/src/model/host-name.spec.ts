import { toHostName } from './host-name.ts';

it.each([
  ['Shop.Example', 'shop.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['_dmarc.a.example', '_dmarc.a.example'],
  ['localhost', null],
  ['', null],
  ['192.0.2.1', null],
  ['0x7f.1', null],
  ['::1', null],
  ['a.example:80', null],
  ['a.example/x', null],
  ['user@a.example', null],
  ['a b.example', null],
  ['a..example', null],
  [`${'a'.repeat(64)}.example`, null],
])('%s is %s', (text, name) => expect(toHostName(text)).toBe(name));
