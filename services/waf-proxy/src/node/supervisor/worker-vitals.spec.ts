import { PassThrough } from 'node:stream';
import { CHECK_INTERVAL_MS, MAX_SILENT_MS, MAX_STOPPED_MS } from '../watchdog/limits.ts';
import type { VitalsMessage } from '../watchdog/vitals-message.ts';
import { WorkerVitals } from './worker-vitals.ts';

const RUNNING = { cpuMs: 1, asleep: false, stopped: false };
const STOPPED = { ...RUNNING, stopped: true };

function watched() {
  const channel = new PassThrough();
  const log: string[] = [];
  const vitals = new WorkerVitals(channel, {
    onStall: (stallReason) => log.push(stallReason),
    onRecovery: () => log.push('well'),
  });
  const hear = async (text: string) => {
    channel.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const tell = (message: VitalsMessage) => hear(`${JSON.stringify(message)}\n`);
  const look = (ms: number, times: typeof RUNNING | null) => {
    for (let spent = 0; spent < ms; spent += CHECK_INTERVAL_MS) vitals.check(times);
  };
  return { vitals, log, channel, hear, tell, look };
}

const STALLED: VitalsMessage = {
  type: 'stalled',
  cause: 'busy',
  stalledMs: 1_000,
  cpuMs: 1_000,
  stack: [],
  request: null,
};

describe('how a worker is', () => {
  it('as its watcher says', async () => {
    const { vitals, log, tell } = watched();
    await tell({ type: 'alive' });
    expect(vitals.stallReason).toBeNull();
    await tell(STALLED);
    expect(vitals.stallReason).toBe('busy');
    await tell({ type: 'resumed', stalledMs: 1_200 });
    expect(vitals.stallReason).toBeNull();
    expect(log).toEqual(['busy', 'well']);
  });

  it('stopped, when it was for a while, and well when it was let go', async () => {
    const { vitals, log, tell, look } = watched();
    await tell({ type: 'alive' });
    look(MAX_STOPPED_MS - CHECK_INTERVAL_MS, STOPPED);
    look(CHECK_INTERVAL_MS, RUNNING);
    look(MAX_STOPPED_MS - CHECK_INTERVAL_MS, STOPPED);
    expect(log).toEqual([]);
    look(CHECK_INTERVAL_MS, STOPPED);
    expect(vitals.stallReason).toBe('stopped');
    look(CHECK_INTERVAL_MS, RUNNING);
    expect(log).toEqual(['stopped', 'well']);
  });

  it('silent, when its watcher is heard no more', async () => {
    const { log, tell, look } = watched();
    await tell({ type: 'alive' });
    look(MAX_SILENT_MS - CHECK_INTERVAL_MS, RUNNING);
    await tell({ type: 'alive' });
    look(MAX_SILENT_MS - CHECK_INTERVAL_MS, RUNNING);
    expect(log).toEqual([]);
    look(CHECK_INTERVAL_MS, RUNNING);
    expect(log).toEqual(['silent']);
  });

  it('well, as far as is known, where it has never been heard: it may have no watcher', () => {
    const { log, look } = watched();
    look(10 * MAX_SILENT_MS, RUNNING);
    look(10 * MAX_SILENT_MS, null);
    expect(log).toEqual([]);
  });

  it('nothing, where it ended in the middle of a line', async () => {
    const { vitals, hear, channel } = watched();
    await hear('{"type":"stalled","cau');
    channel.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(vitals.stallReason).toBeNull();
  });
});
