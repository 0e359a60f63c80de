import { runToEnd } from '../../model/pausable.ts';
import { beginsFrame, stompBodies } from './stomp-bodies.ts';

const budget = () => ({ steps: 0, isSliceOver: true });
const bodiesOf = (text: string) => (beginsFrame(text) ? runToEnd(stompBodies(text, budget())) : []);

it.each([
  ['a frame', 'SEND\na:b\n\n{}\0', ['{}', '{}\0']],
  ['a frame without headers', 'SEND\r\n\r\n{}', ['{}']],
  ['a frame after heartbeats', '\n\r\n\nSEND\n\n{}', ['{}']],
  ['several frames', 'SEND\n\na\0\nSEND\n\nb\0', ['a', 'b', 'a\0\nSEND\n\nb\0']],
  ['a frame that contains the end character', 'SEND\n\n"a\0b"\0', ['"a', '"a\0b"\0']],
  ['escapes in headers', 'SEND\na:b\\cc\\n\\\\\nd:e\n\nf\0', ['f', 'b:c\n\\', 'f\0']],
  ['a frame without a body', 'CONNECT\na:b\n\n', []],
  ['a head that does not end', 'SEND\na:b\n', []],
  ['plain text', 'Send\n\na', []],
])('reads %s', (_name, text, expected) => {
  expect(bodiesOf(text)).toEqual(expected);
});

it('takes linear time', () => {
  const before = process.cpuUsage();
  for (const piece of ['\n', 'SEND\n', 'SEND\0', 'SEND\n\n\0', 'a:b\n', 'a:\\c', 'a:\\c\n', '\\c'])
    bodiesOf(`SEND\n${piece.repeat(1_000_000 / piece.length)}`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
