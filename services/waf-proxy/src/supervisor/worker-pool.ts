import { type ChildProcess, fork } from 'node:child_process';
import type { AcmeChallenge } from '@palisade/edge-state';
import type { ControlsInForce } from '../site-config/site-controls.ts';
import type { WorkerCounters } from '../telemetry/worker-counters.ts';
import { WORKER_FLAGS } from '../worker/worker-flags.ts';
import type { ListeningSockets } from './listening-sockets.ts';
import type { ToSupervisor, ToWorker, WorkerReport } from './messages.ts';

export interface WorkerPoolEvents {
  /** What a new worker must know before it listens. */
  initialSites(): { documents: Uint8Array[]; revision: number };
  initialControls(): ControlsInForce;
  initialHealth(): { siteId: string; origin: string; healthy: boolean }[];
  initialBans(): { siteId: string; address: string; untilMs: number }[];
  initialChallenges(): AcmeChallenge[];
  ticketKey(): Uint8Array;
  /** `worker`: a number that no other process of this pool has or will have. */
  onMessage(worker: number, message: ToSupervisor): void;
  onLog(level: 'info' | 'error', message: string, facts: Record<string, unknown>): void;
}

/** One process, from its start to its end. */
interface Worker {
  id: number;
  child: ChildProcess;
  listening: boolean;
  ports: { httpPort: number; httpsPort: number } | null;
  report: WorkerReport | null;
  startedAt: number;
}

/** A place for one worker, which keeps its sockets while the process in it changes. */
interface Slot {
  worker: Worker | null;
  /** Started to take the worker's place. */
  successor: Worker | null;
  /** Replaced and finishing what they had begun. */
  leaving: Set<Worker>;
  /** Counters of this slot's earlier processes, so that totals never fall. */
  before: Partial<WorkerCounters>;
  restarts: number;
  quickCrashes: number;
}

export interface SlotState {
  pid: number | null;
  listening: boolean;
  ports: { httpPort: number; httpsPort: number } | null;
  report: WorkerReport | null;
  /** Workers that ended unasked. */
  restarts: number;
}

const SITES_AT_ONCE = 200;
const QUICK_CRASH_MS = 5_000;
const MAX_PAUSE_MS = 5_000;
/** With ten thousand sites a worker takes some seconds until it listens. */
const SUCCESSOR_MS = 120_000;

/** Keeps N workers running. Each gets the sites before it listens; one that dies is replaced. */
export class WorkerPool {
  readonly #script: string;
  readonly #sockets: ListeningSockets;
  readonly #slots: Slot[];
  readonly #events: WorkerPoolEvents;
  #nextId = 1;
  #stopping = false;
  #rolling: Promise<void> | null = null;

  constructor(script: string, workers: number, sockets: ListeningSockets, events: WorkerPoolEvents) {
    this.#script = script;
    this.#sockets = sockets;
    this.#events = events;
    this.#slots = Array.from({ length: workers }, () => ({
      worker: null,
      successor: null,
      leaving: new Set(),
      before: {},
      restarts: 0,
      quickCrashes: 0,
    }));
  }

  start(): void {
    this.#slots.forEach((slot, index) => {
      slot.worker = this.#spawn(index);
    });
  }

  get ready(): boolean {
    return this.#slots.every((slot) => slot.worker?.listening ?? false);
  }

  get slots(): readonly SlotState[] {
    return this.#slots.map(({ worker, restarts }) => ({
      pid: worker?.child.pid ?? null,
      listening: worker?.listening ?? false,
      ports: worker?.ports ?? null,
      report: worker?.report ?? null,
      restarts,
    }));
  }

  /** True while a process of this id is one of ours and alive. */
  isAlive(pid: number): boolean {
    for (const { child } of this.#workers()) if (child.pid === pid && child.exitCode === null) return true;
    return false;
  }

  broadcast(message: ToWorker, except = -1): void {
    for (const { id, child } of this.#workers()) if (id !== except) send(child, message);
  }

  reply(worker: number, message: ToWorker): void {
    for (const { id, child } of this.#workers()) if (id === worker) send(child, message);
  }

  /** Sums of all workers that ever ran. */
  totals(): Partial<Record<keyof WorkerCounters, number>> {
    const totals: Partial<Record<keyof WorkerCounters, number>> = {};
    for (const slot of this.#slots) add(totals, slot.before);
    for (const worker of this.#workers()) add(totals, worker.report?.counters ?? {});
    return totals;
  }

  /**
   * Replaces all workers by fresh ones, one slot after another: the successor listens on the same sockets before the
   * old worker takes no further connection and finishes what it has begun. A successor that does not come up leaves
   * everything as it is. Asked again meanwhile, it is the same restart.
   *
   * @param limitMs how long an old worker may take to finish.
   */
  restart(limitMs: number): Promise<void> {
    this.#rolling ??= this.#restartAll(limitMs).finally(() => {
      this.#rolling = null;
    });
    return this.#rolling;
  }

  /** Lets every worker finish what it does; who does not in time is ended. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#workers()].map((worker) => drain(worker, limitMs)));
  }

  async #restartAll(limitMs: number): Promise<void> {
    for (const [index, slot] of this.#slots.entries()) {
      if (this.#stopping) return;
      const successor = this.#spawn(index);
      slot.successor = successor;
      const came = await this.#comesUp(successor);
      slot.successor = null;
      if (!came) {
        successor.child.kill('SIGKILL');
        this.#events.onLog('error', 'a restart has stopped: a new worker did not come up', { slot: index });
        return;
      }
      const old = slot.worker;
      slot.worker = successor;
      slot.quickCrashes = 0;
      if (old === null) continue;
      slot.leaving.add(old);
      await drain(old, limitMs);
    }
    this.#events.onLog('info', 'all workers have been replaced', { workers: this.#slots.length });
  }

  #comesUp({ child }: Worker): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (came: boolean) => {
        clearTimeout(limit);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(came);
      };
      const onMessage = (message: ToSupervisor) => {
        if (message.type === 'listening') settle(true);
      };
      const onExit = () => settle(false);
      const limit = setTimeout(() => settle(false), SUCCESSOR_MS);
      child.on('message', onMessage);
      child.on('exit', onExit);
    });
  }

  *#workers(): IterableIterator<Worker> {
    for (const { worker, successor, leaving } of this.#slots) {
      if (worker !== null) yield worker;
      if (successor !== null) yield successor;
      yield* leaving;
    }
  }

  #spawn(index: number): Worker {
    const child = fork(this.#script, [], {
      execArgv: [...process.execArgv, ...WORKER_FLAGS],
      serialization: 'advanced',
      // The sockets come after these; see INHERITED_SOCKETS.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...this.#sockets.descriptors(index)],
    });
    const worker: Worker = {
      id: this.#nextId,
      child,
      listening: false,
      ports: null,
      report: null,
      startedAt: performance.now(),
    };
    this.#nextId += 1;
    child.on('message', (message: ToSupervisor) => this.#onMessage(worker, message));
    child.on('error', (error) =>
      this.#events.onLog('error', 'a worker could not be reached', { error: error.message }),
    );
    child.on('exit', (code, signal) => this.#onExit(index, worker, code, signal));
    return worker;
  }

  #onMessage(worker: Worker, message: ToSupervisor): void {
    const { child } = worker;
    switch (message.type) {
      case 'hello': {
        const { documents, revision } = this.#events.initialSites();
        for (let at = 0; at < documents.length; at += SITES_AT_ONCE) {
          send(child, { type: 'sites', documents: documents.slice(at, at + SITES_AT_ONCE), revision: 0 });
        }
        send(child, { type: 'sites', documents: [], revision });
        send(child, { type: 'bans', bans: this.#events.initialBans() });
        send(child, { type: 'controls', controls: this.#events.initialControls() });
        send(child, { type: 'origin-health', verdicts: this.#events.initialHealth() });
        send(child, { type: 'challenges', challenges: this.#events.initialChallenges() });
        send(child, { type: 'ticket-key', key: this.#events.ticketKey() });
        send(child, { type: 'listen' });
        return;
      }
      case 'listening':
        worker.listening = true;
        worker.ports = { httpPort: message.httpPort, httpsPort: message.httpsPort };
        break;
      case 'counters':
        worker.report = message;
        return;
      case 'ban':
      case 'count':
      case 'invalidated':
      case 'fault':
      case 'drained':
        break;
    }
    this.#events.onMessage(worker.id, message);
  }

  #onExit(index: number, worker: Worker, code: number | null, signal: NodeJS.Signals | null): void {
    const slot = this.#slots[index]!;
    worker.listening = false;
    if (worker.report !== null) {
      add(slot.before, { ...worker.report.counters, openConnections: 0, sitesDefended: 0 });
      worker.report = null;
    }
    slot.leaving.delete(worker);
    if (slot.worker !== worker) return;
    slot.worker = null;
    if (this.#stopping) return;
    slot.restarts += 1;
    slot.quickCrashes = performance.now() - worker.startedAt < QUICK_CRASH_MS ? slot.quickCrashes + 1 : 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, slot.quickCrashes === 0 ? 0 : 100 * 2 ** slot.quickCrashes);
    this.#events.onLog('error', 'a worker ended and is replaced', { slot: index, code, signal, pauseMs });
    setTimeout(() => {
      // A restart may have put another one there meanwhile.
      if (!this.#stopping && slot.worker === null) slot.worker = this.#spawn(index);
    }, pauseMs);
  }
}

/** Resolves when the process has ended, by itself or, after the limit, by force. */
function drain({ child }: Worker, limitMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs + 2_000);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    send(child, { type: 'drain' });
  });
}

function send(child: ChildProcess | null, message: ToWorker): void {
  if (!child?.connected) return;
  // A worker that is just ending cannot be told; its successor gets everything anew.
  child.send(message, () => undefined);
}

function add(into: Partial<Record<keyof WorkerCounters, number>>, counters: Partial<WorkerCounters>): void {
  for (const [name, value] of Object.entries(counters) as [keyof WorkerCounters, number][]) {
    into[name] = (into[name] ?? 0) + value;
  }
}
