import { partsAsText } from './parts-as-text.ts';

it.each([
  ['--c\r\nContent-Type: text/plain\r\n\r\na', '--c \r\nContent-Type: text/plain\r\n\r\na'],
  ['--c\ncontent-length: 1\n\na', '--c \ncontent-length: 1\n\na'],
  ['--c\r\nSet-Cookie: a=b\r\n\r\na', '--c\r\nSet-Cookie: a=b\r\n\r\na'],
  ['--c d\r\nContent-Type: text/plain', '--c d\r\nContent-Type: text/plain'],
  ['a\r\nContent-Type: text/html', 'a\r\nContent-Type: text/html'],
])('%j is told as %j', (text, result) => {
  expect(partsAsText(text)).toBe(result);
});
