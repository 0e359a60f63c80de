import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { POOLS } from '../../io/shares/pools.ts';
import type { Http3Sockets } from '../../server/http3/http3-handover.ts';
import type { ToSupervisor, ToWorker, WorkerReport } from '../ipc/messages.ts';
import { WORKER_FLAGS } from '../ipc/worker-flags.ts';
import { VITALS_FD } from '../watchdog/vitals-message.ts';
import { type VitalsEvents, WorkerVitals } from './worker-vitals.ts';

/** One process, from its start to its end. */
export interface WorkerProcess {
  /** A number that no other process of this pool has or will have. */
  id: number;
  child: ChildProcess;
  vitals: WorkerVitals;
  listening: boolean;
  ports: { httpPort: number; httpsPort: number } | null;
  http3: Http3Sockets | null;
  report: WorkerReport | null;
  startedAt: number;
  /** Number of checks before it listened; it has less than START_MS for that. */
  startChecks: number;
  /** Nobody waits for it to go on any more. */
  isEndedAsHung: boolean;
}

/** With ten thousand sites a worker takes some seconds until it listens. */
export const START_MS = 120_000;

/**
 * Where the system has no process to give, what comes back says `error`, has no pid, and says `exit` never; or this throws.
 * @param sockets descriptors that it inherits, as INHERITED_SOCKETS says.
 */
export function startWorkerProcess(
  id: number,
  script: string,
  sockets: readonly number[],
  events: VitalsEvents,
): WorkerProcess {
  const child = fork(script, [], {
    execArgv: [...process.execArgv, ...WORKER_FLAGS],
    // Its threads read disks, unpack bodies and ask for names; half of them may wait for names.
    env: { UV_THREADPOOL_SIZE: String(2 * POOLS.origin_lookups.bound), ...process.env },
    serialization: 'advanced',
    // The sockets come after these, and VITALS_FD after the sockets.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...sockets, 'pipe'],
  });
  // Without descriptors it has no streams either.
  const channel = (child.stdio as ChildProcess['stdio'] | undefined)?.[VITALS_FD] ?? null;
  const vitals = new WorkerVitals(channel as Readable | null, events);
  const startedAt = performance.now();
  return {
    ...{ id, child, vitals, startedAt, startChecks: 0, isEndedAsHung: false },
    ...{ listening: false, ports: null, http3: null, report: null },
  };
}

/** Resolves to whether it listens, once that is known; the pool ends one that takes too long. */
export function comesUp({ child, listening }: WorkerProcess): Promise<boolean> {
  if (listening || hasEnded(child)) return Promise.resolve(listening);
  return new Promise((resolve) => {
    const settle = (came: boolean) => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(came);
    };
    const onMessage = (message: ToSupervisor) => {
      if (message.type === 'listening') settle(true);
    };
    const onExit = () => settle(false);
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

/** Also one that has just ended, or was never there. */
export function end({ child }: WorkerProcess): void {
  if (!hasEnded(child)) child.kill('SIGKILL');
}

/**
 * Resolves when the process has ended, by itself or, after the limit, by force.
 * @param isReplaced a successor listens already
 */
export function drain({ child }: WorkerProcess, limitMs: number, isReplaced: boolean): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs + 2_000);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    send(child, { type: 'drain', isReplaced });
  });
}

export function send(child: ChildProcess, message: ToWorker): void {
  if (!child.connected) return;
  // An ending worker cannot be reached; its successor receives everything again.
  child.send(message, () => undefined);
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;
