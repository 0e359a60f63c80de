import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BodyPace, ReaderPace } from './body-pace.ts';

describe('the pace of a body that a client sends', () => {
  it('is half a minute without a byte, and 256 bytes a second on the whole', () => {
    const pace = new BodyPace();
    expect(pace.deadline(0, 0)).toBe(30_000);
    expect(pace.deadline(20_000, 1_000_000)).toBe(50_000);
    const slow = new BodyPace();
    slow.deadline(0, 0);
    expect(slow.deadline(25_000, 256)).toBe(31_000);
  });

  it('is that of the last half minute: a quick beginning does not pay for a byte now and then', () => {
    const pace = new BodyPace();
    pace.deadline(0, 0);
    let received = 524_200;
    let until = pace.deadline(1_000, received);
    let now = 1_000;
    for (; now < until; now += 12_000) {
      received++;
      until = pace.deadline(now, received);
    }
    expect(now).toBeLessThan(40_000);
    const steady = new BodyPace();
    for (let second = 0; second < 600; second++) {
      expect(steady.deadline(second * 1_000, second * 300)).toBeGreaterThan(second * 1_000 + 1_000);
    }
  });

  it('does not count time in which we do not read', () => {
    const pace = new BodyPace();
    pace.deadline(0, 0);
    expect(pace.suspend(10_000)).toBe(Number.POSITIVE_INFINITY);
    expect(pace.deadline(100_000, 256)).toBe(121_000);
  });
});

describe('the pace of an answer that a client reads', () => {
  /** Number of bytes written, and how many of them still wait. */
  const socket = Object.assign(new Duplex(), { bytesWritten: 0, waits: 0 });
  Object.defineProperty(socket, 'writableLength', { get: () => socket.waits });
  const wrote = (bytesWritten: number, waits: number) => Object.assign(socket, { bytesWritten, waits });

  it('is a minute without a byte, and 2 KiB a second on the whole, of this answer alone', () => {
    wrote(1_000_000, 64 * 1024);
    const pace = new ReaderPace(socket as unknown as Socket);
    expect(pace.deadline(0)).toBe(60_000);
    wrote(1_000_000 + 20_480, 64 * 1024);
    // Ten seconds' worth: little, and so the minute is nearly all there is.
    expect(pace.deadline(50_000)).toBe(70_000);
    wrote(2_000_000, 64 * 1024);
    expect(pace.deadline(60_000)).toBe(120_000);
  });

  it('does not count time in which nothing waits for the client', () => {
    wrote(64 * 1024, 64 * 1024);
    const pace = new ReaderPace(socket as unknown as Socket);
    pace.deadline(0);
    pace.suspend(10_000);
    expect(pace.deadline(500_000)).toBe(550_000);
  });
});
