// A thread of a worker process that watches the main one and reports to the supervisor. It shares no event loop with
// the main thread, only a counter.
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { CHECK_INTERVAL_MS } from './limits.ts';
import { takeMainThreadStack } from './main-thread-stack.ts';
import { type Stall, StallJudge } from './stall-judge.ts';
import { readMainThreadTimes } from './thread-times.ts';
import { VITALS_FD, type VitalsMessage } from './vitals-message.ts';

/** A supervisor that does not read is no reason to hold memory. */
const MAX_UNREAD_BYTES = 64 * 1024;

const beats = workerData as Int32Array;
const channel = new Socket({ fd: VITALS_FD, readable: false, writable: true });
// The supervisor is gone: the main thread notices too, drains and ends.
channel.on('error', () => clearInterval(timer));

function tell(message: VitalsMessage): void {
  if (channel.writableLength < MAX_UNREAD_BYTES) channel.write(`${JSON.stringify(message)}\n`);
}

const judge = new StallJudge();
let lookedAt = performance.now();
let standing: Stall | null = null;

function check(): void {
  const now = performance.now();
  const stall = judge.check(Atomics.load(beats, 0), now - lookedAt, readMainThreadTimes(process.pid));
  lookedAt = now;
  tell({ type: 'alive' });
  if (stall === null && standing !== null) tell({ type: 'resumed', stalledMs: standing.stalledMs });
  const isNew = stall !== null && standing === null;
  standing = stall;
  if (isNew) void describeStall(stall);
}

async function describeStall(stall: Stall): Promise<void> {
  const { frames: stack, request } = await takeMainThreadStack();
  // It may have resumed meanwhile; the stall is reported all the same.
  tell({ type: 'stalled', ...stall, stack, request });
  if (standing === null) tell({ type: 'resumed', stalledMs: stall.stalledMs });
}

const timer = setInterval(check, CHECK_INTERVAL_MS);
