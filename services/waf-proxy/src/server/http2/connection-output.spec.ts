import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { ConnectionOutput } from './connection-output.ts';
import { FloodBudgets } from './flood-budgets.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';
import type { Http2Stream } from './http2-stream.ts';
import { StreamTable } from './stream-table.ts';

/** What would be sent to a client that takes nothing. */
function outputToNobody(): ConnectionOutput {
  const stuck = new Writable({ write: () => undefined, writev: () => undefined });
  return new ConnectionOutput(stuck as unknown as Socket, new StreamTable(), new FloodBudgets({ now: 0 }), {
    flushSoon: () => undefined,
    onAnswered: () => undefined,
    onStreamClosed: () => undefined,
  });
}

describe('interim answers to a client that takes nothing', () => {
  const link = ['link', `</${'a'.repeat(8_000)}.css>; rel=preload`];

  it('are dropped once enough is on its way; leave to go on is not', () => {
    const output = outputToNobody();
    for (let id = 1; id < 2_000; id += 2) {
      output.sendInformational({ id } as Http2Stream, 103, link);
      output.flush();
    }
    const held = output.bytesAhead;
    expect(held).toBeGreaterThan(HTTP2_LIMITS.bodyAheadBytes / 2);
    expect(held).toBeLessThan(HTTP2_LIMITS.bodyAheadBytes + 16_384);
    output.sendInformational({ id: 3 } as Http2Stream, 100, []);
    output.flush();
    expect(output.bytesAhead).toBeGreaterThan(held);
  });
});
