import { RECORDED_HELLOS } from '../../test-support/recorded-hellos.ts';
import { helloIn } from './hello-reader.ts';
import { serverNameIn } from './server-name.ts';

function messageOf(program: keyof typeof RECORDED_HELLOS): Buffer {
  const hello = helloIn(RECORDED_HELLOS[program]);
  if (hello.state !== 'complete') throw new Error('the recording is not whole');
  return hello.message;
}

const SERVER_NAME = [0, 0];
const number = (value: number) => [value >>> 8, value & 0xff];
const named = (name: string) => {
  const bytes = [...Buffer.from(name, 'latin1')];
  const list = [0, ...number(bytes.length), ...bytes];
  return [...number(list.length), ...list];
};
/** A ClientHello with one suite and these extensions. */
const helloWith = (extensions: number[], announced = extensions.length) =>
  Buffer.from([
    ...[3, 3, ...Array.from({ length: 32 }, () => 7)],
    ...[0, 0, 2, 0x13, 1, 1, 0],
    ...[...number(announced), ...extensions],
  ]);

describe('the name that a handshake is for', () => {
  it.each(['go', 'chromium'] as const)('is read as %s writes it', (program) => {
    expect(serverNameIn(messageOf(program))).toMatch(/^[a-z0-9.-]+$/);
  });

  it('is in lower case, wherever it stands', () => {
    const other = [0, 43, ...number(3), 2, 3, 4];
    const content = named('Shop.EXAMPLE');
    const hello = helloWith([...other, ...SERVER_NAME, ...number(content.length), ...content]);
    expect(serverNameIn(hello)).toBe('shop.example');
  });

  it('is none where there is none, or no host’s', () => {
    const notAHost = [0, 6, 1, 0, 3, 97, 98, 99];
    expect(serverNameIn(helloWith([]))).toBe('');
    expect(serverNameIn(helloWith([...SERVER_NAME, ...number(0)]))).toBe('');
    expect(serverNameIn(helloWith([...SERVER_NAME, ...number(8), ...notAHost]))).toBe('');
  });

  it('is none where lengths lie', () => {
    const content = named('shop.example');
    content[4] = 200;
    expect(serverNameIn(helloWith([...SERVER_NAME, ...number(content.length), ...content]))).toBe('');
    expect(serverNameIn(helloWith([...SERVER_NAME, 255, 255], 65_535))).toBe('');
    const whole = messageOf('chromium');
    const name = serverNameIn(whole);
    for (let length = 0; length < whole.length; length++) {
      expect(['', name]).toContain(serverNameIn(whole.subarray(0, length)));
    }
  });
});
