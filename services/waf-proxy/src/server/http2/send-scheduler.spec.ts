import { DEFAULT_WINDOW } from '../../http/http2/frames.ts';
import { FrameBuffer } from './frame-buffer.ts';
import type { Http2Stream } from './http2-stream.ts';
import { SendScheduler } from './send-scheduler.ts';

/** The parts of a stream that sending uses, and the lengths that were sent. */
function streamWith(waiting: number, sendWindow: number) {
  const sent: number[] = [];
  const stream = {
    waiting,
    sendWindow,
    over: false,
    queued: false,
    wantsDrain: false,
    sendTo(_into: FrameBuffer, length: number) {
      sent.push(length);
      stream.sendWindow -= length;
      stream.waiting -= length;
      return stream.waiting === 0;
    },
  };
  return { stream: stream as unknown as Http2Stream, sent };
}

describe('turns of streams that send', () => {
  it('are none for a stream whose window was lowered below nothing while it waited', () => {
    const scheduler = new SendScheduler(new FrameBuffer());
    const { stream, sent } = streamWith(100_000, 10_000);
    scheduler.enter(stream);
    stream.sendWindow -= 40_000;
    scheduler.send(1_000_000, () => undefined);
    expect(sent).toEqual([]);
    expect(scheduler.frames).toBe(0);
    expect(stream.sendWindow).toBe(-30_000);

    stream.sendWindow += 31_000;
    scheduler.enter(stream);
    scheduler.send(1_000_000, () => undefined);
    expect(sent).toEqual([1_000]);
    // The connection's window is what it was, but for that.
    stream.sendWindow = 1_000_000;
    scheduler.enter(stream);
    scheduler.send(1_000_000, () => undefined);
    expect(sent.reduce((sum, length) => sum + length)).toBe(DEFAULT_WINDOW);
  });
});
