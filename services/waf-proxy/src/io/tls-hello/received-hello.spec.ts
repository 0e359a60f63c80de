import { RECORDED_HELLOS } from '../../test-support/recorded-hellos.ts';
import { MAX_HELLO_BYTES } from './hello-reader.ts';
import { ReceivedHello } from './received-hello.ts';

const bytesOf = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.from([byte]));

describe('the first bytes of a connection', () => {
  it.each(['go', 'chromium'] as const)('are the same in single bytes as in one piece (%s)', (program) => {
    const whole = new ReceivedHello().take(RECORDED_HELLOS[program]);
    const received = new ReceivedHello();
    const states = bytesOf(RECORDED_HELLOS[program]).map((byte) => received.take(byte));
    expect(states.slice(0, -1).every(({ state }) => state === 'partial')).toBe(true);
    expect(states.at(-1)).toEqual(whole);
    expect(received.bytes.equals(RECORDED_HELLOS[program])).toBe(true);
  });

  it('hold no more than twice themselves, whatever they announce and however small their pieces are', () => {
    const received = new ReceivedHello();
    const announced = Buffer.alloc(MAX_HELLO_BYTES - 1);
    announced.set([22, 3, 1, (MAX_HELLO_BYTES - 5) >>> 8, (MAX_HELLO_BYTES - 5) & 0xff, 1, 0, 0x3f, 0xf0]);
    let most = 0;
    for (const byte of bytesOf(announced)) {
      expect(received.take(byte).state).toBe('partial');
      most = Math.max(most, received.heldBytes);
    }
    expect(received.bytes.length).toBe(MAX_HELLO_BYTES - 1);
    expect(most).toBeLessThanOrEqual(2 * MAX_HELLO_BYTES);
  });

  it('keep what came behind them', () => {
    const received = new ReceivedHello();
    const { go } = RECORDED_HELLOS;
    expect(received.take(go.subarray(0, 100)).state).toBe('partial');
    expect(received.take(Buffer.concat([go.subarray(100), Buffer.from('more')])).state).toBe('complete');
    expect(received.bytes.subarray(go.length).toString()).toBe('more');
  });
});
