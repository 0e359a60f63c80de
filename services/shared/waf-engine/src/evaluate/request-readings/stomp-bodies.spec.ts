import { stompBodies } from './stomp-bodies.ts';

it.each([
  ['a frame', 'SEND\na:b\n\n{}\0', ['{}', '{}\0']],
  ['one without a head', 'SEND\r\n\r\n{}', ['{}']],
  ['one behind signs of life', '\n\r\n\nSEND\n\n{}', ['{}']],
  ['several', 'SEND\n\na\0\nSEND\n\nb\0', ['a', 'b', 'a\0\nSEND\n\nb\0']],
  ['one that holds the sign of an end', 'SEND\n\n"a\0b"\0', ['"a', '"a\0b"\0']],
  ['escapes of headers', 'SEND\na:b\\cc\\n\\\\\nd:e\n\nf\0', ['f', 'b:c\n\\', 'f\0']],
  ['no body', 'CONNECT\na:b\n\n', []],
  ['no end of the head', 'SEND\na:b\n', []],
  ['a text', 'Send\n\na', []],
])('tells what is in %s', (_what, text, expected) => {
  expect(stompBodies(text)).toEqual(expected);
});

it('looks at each byte a few times at most', () => {
  const before = process.cpuUsage();
  for (const piece of ['\n', 'SEND\n', 'SEND\0', 'SEND\n\n\0', 'a:b\n', 'a:\\c', 'a:\\c\n', '\\c'])
    stompBodies(`SEND\n${piece.repeat(1_000_000 / piece.length)}`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
