import { runToEnd } from '../../model/pausable.ts';
import { codedBehindName, mayBeCoded } from './coded-text.ts';
import { hexText } from './hex-text.ts';

const TEXT = "1' OR '1'='1' -- ?~>";
const hex = Buffer.from(TEXT).toString('hex');
const decode = (value: string) => runToEnd(hexText(value, { steps: 0, isSliceOver: false }));

it.each([
  ['as they are', hex],
  ['in capitals', hex.toUpperCase()],
  ['with 0x', `0x${hex}`],
])('a text in hexadecimal digits is read %s', (_how, value) => {
  expect(mayBeCoded(value)).toBe(true);
  expect(decode(value)).toBe(TEXT);
});

it('a short text in hexadecimal digits has a sign, and a long one may have a byte that is none', () => {
  expect(decode(Buffer.from('a=1;b=2').toString('hex'))).toBe('a=1;b=2');
  expect(decode(`${hex}07`)).toBe(`${TEXT}\x07`);
});

it.each([
  ['a digest', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a commit', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
  ['few digits', Buffer.from('a=1').toString('hex')],
  ['a short word', Buffer.from('a word').toString('hex')],
  ['an odd number of them', `${hex}3`],
  ['a number', '20261123061230001742'],
  ['a text with three bytes that are none', `${hex}070707`],
  ['a word in front', `x${hex}`],
])('no text is %s', (_what, value) => {
  expect(decode(value)).toBeNull();
});

const BASE64 = Buffer.from(TEXT).toString('base64');
it.each([
  ['data=', `data=${BASE64}`],
  ['token: ', `token: ${BASE64}`],
  ['next,', `next,${hex}`],
])('what is coded is found behind %s', (name, value) => {
  expect(mayBeCoded(value)).toBe(true);
  expect(codedBehindName(value)).toBe(value.slice(name.length));
});

it.each([
  ['prose', 'Note: some ordinary words, as people write them'],
  ['a UUID', '0b9c1f0e-7a43-4f4e-9d55-0d7c0d6c5a11'],
  ['a URL', 'https://shop.example/orders?page=2&sort=asc'],
  ['a time', '2026-11-23T06:12:30.000Z'],
  ['a short value', 'color:red'],
])('%s is none', (_what, value) => {
  expect(mayBeCoded(value)).toBe(false);
});
