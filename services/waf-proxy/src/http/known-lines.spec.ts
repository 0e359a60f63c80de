import { HeaderKind } from './header-kind.ts';
import { KnownLines } from './known-lines.ts';
import { parseRequestHead } from './request-head.ts';

const LINE = 'Accept: text/html';
const parts = { name: 'Accept', value: 'text/html', kind: HeaderKind.Plain, isCanonical: true };

it('knows a line that came twice, wherever it stands', () => {
  const lines = new KnownLines();
  expect(lines.find(LINE, 0, LINE.length)).toBeNull();
  lines.learn(LINE, 0, LINE.length, parts);
  expect(lines.find(LINE, 0, LINE.length)).toBeNull();
  lines.learn(LINE, 0, LINE.length, parts);
  expect(lines.find(`x${LINE}\r\n`, 1, 1 + LINE.length)).toEqual({ text: LINE, ...parts });
});

it('takes no line for another one at the same place', () => {
  const lines = new KnownLines();
  for (let count = 0; count < 2; count++) lines.learn(LINE, 0, LINE.length, parts);
  const other = 'Accept: tixt/html';
  expect(lines.find(other, 0, other.length)).toBeNull();
});

it.each([
  ['Cookie', 'session=1'],
  ['cookie', 'session=1'],
  ['Authorization', 'Bearer abc'],
  ['Proxy-Authorization', 'Basic abc'],
  ['X-Long', 'a'.repeat(300)],
])('never keeps %s', (name, value) => {
  const lines = new KnownLines();
  const line = `${name}: ${value}`;
  for (let count = 0; count < 3; count++)
    lines.learn(line, 0, line.length, { name, value, kind: HeaderKind.Plain, isCanonical: true });
  expect(lines.find(line, 0, line.length)).toBeNull();
});

it.each([
  ['Host: a.example\r\nAccept:  b \r\nX_Note: c\r\nConnection: close\r\n'],
  ['Host: a.example\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'],
  ['Host: a.example\r\nContent-Length: 3\r\nContent-Length: 3\r\n'],
  ['Host: a.example\r\nno field line\r\n'],
  ['Host: a.example\r\n folded: value\r\n'],
  ['Host: a.example\r\nEmpty:\r\nEmpty: \r\n: none\r\n'],
])('reads a head that came before as it read it first: %j', (fields) => {
  const head = `GET /a?b=c HTTP/1.1\r\n${fields}`;
  const first = parseRequestHead(head);
  for (let count = 0; count < 4; count++) expect(parseRequestHead(head)).toEqual(first);
});
