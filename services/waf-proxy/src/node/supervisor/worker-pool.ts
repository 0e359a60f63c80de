import { backoff } from '@palisade/basics';
import type { AcmeChallenge } from '@palisade/edge-state';
import type { ControlsInForce } from '../../pipeline/site-controls.ts';
import type { Http3Offer } from '../../server/connections/server-ports.ts';
import type { Http3Sockets } from '../../server/http3/http3-handover.ts';
import type { OriginVerdict } from '../../upstream/origins/health-monitor.ts';
import type { ToNode, ToSupervisor, ToWorker, WorkerReport } from '../ipc/messages.ts';
import type { KeptList } from '../lists/kept-list.ts';
import { CHECK_INTERVAL_MS } from '../watchdog/limits.ts';
import { readMainThreadTimes } from '../watchdog/thread-times.ts';
import type { ListeningSockets } from './listening-sockets.ts';
import {
  comesUp,
  drain,
  end,
  START_MS,
  send,
  startWorkerProcess,
  type WorkerProcess,
} from './worker-process.ts';
import { WorkerTotals } from './worker-totals.ts';
import type { StallReason } from './worker-vitals.ts';

export interface WorkerPoolEvents {
  /** Initial state of a new worker, before it listens. */
  initialSites(): { unsaved: Uint8Array[]; count: number; revision: number };
  initialLists(): KeptList[];
  initialControls(): ControlsInForce;
  initialHealth(): OriginVerdict[];
  initialBans(): { siteId: string; address: string; untilMs: number }[];
  initialChallenges(): AcmeChallenge[];
  ticketKey(): Uint8Array;
  pseudonymKey(): Uint8Array;
  nodes(): number;
  peersAlive(): readonly string[];
  http3(): Http3Offer;
  /** Resolves when a worker that has been replaced is handed nothing new. */
  beforeDrain(): Promise<void>;
  /** `worker`: a number that no other process of this pool has or will have. */
  onMessage(worker: number, message: ToNode): void;
  onLog(level: 'info' | 'error', message: string, facts: Record<string, unknown>): void;
}

export interface WorkerPoolOptions {
  script: string;
  workers: number;
  sockets: ListeningSockets;
  /** Maximum time for a worker that is to end to finish its requests, ms. */
  drainMs: number;
}

/** A place for one worker, which keeps its sockets while the process in it changes. */
interface Slot {
  worker: WorkerProcess | null;
  /** Started to take the worker's place. */
  successor: WorkerProcess | null;
  /** Replaced and finishing what they had begun. */
  leaving: Set<WorkerProcess>;
  /** Totals of the earlier processes of this slot. */
  before: WorkerTotals;
  restarts: number;
  /** How often a worker of this slot was found to hang. */
  stalls: number;
  quickCrashes: number;
}

export interface SlotState {
  pid: number | null;
  listening: boolean;
  ports: { httpPort: number; httpsPort: number } | null;
  report: WorkerReport | null;
  /** Workers that ended unasked. */
  restarts: number;
  /** Why the present worker is stalled; null: it is not, or has not begun yet. */
  stallReason: StallReason | null;
  /** How often a worker of this slot was found to hang. */
  stalls: number;
}

const SITES_AT_ONCE = 200;
const QUICK_CRASH_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** Time after which a hanging worker is killed although its successor is not ready, ms. Before that it may recover. */
const END_AILING_MS = 4_000;
/** Minimum time between two replacements of hanging workers, ms. */
const REPLACEMENT_GAP_MS = 2_000;

/** Keeps N workers running. Each gets the sites before it listens; one that dies is replaced. */
export class WorkerPool {
  private readonly script: string;
  private readonly sockets: ListeningSockets;
  private readonly drainMs: number;
  private readonly storedSlots: Slot[];
  private readonly events: WorkerPoolEvents;
  private nextId = 1;
  private stopping = false;
  private isLameDuck = false;
  private rolling: Promise<boolean> | null = null;
  /** A stalled worker is being replaced. */
  private replacing: Promise<void> | null = null;
  /** The hanging worker that is being replaced, until its successor is ready or has failed. */
  private ailing: { worker: WorkerProcess; checks: number } | null = null;
  private checkTimer: NodeJS.Timeout | undefined;

  constructor({ script, workers, sockets, drainMs }: WorkerPoolOptions, events: WorkerPoolEvents) {
    this.script = script;
    this.sockets = sockets;
    this.drainMs = drainMs;
    this.events = events;
    this.storedSlots = Array.from({ length: workers }, () => ({
      worker: null,
      successor: null,
      leaving: new Set(),
      before: new WorkerTotals(),
      restarts: 0,
      stalls: 0,
      quickCrashes: 0,
    }));
  }

  start(): void {
    for (const index of this.storedSlots.keys()) this.fill(index);
    this.checkTimer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
  }

  get ready(): boolean {
    return this.storedSlots.every((slot) => slot.worker?.listening ?? false);
  }

  get slots(): readonly SlotState[] {
    return this.storedSlots.map(({ worker, restarts, stalls }) => ({
      pid: worker?.child.pid ?? null,
      listening: worker?.listening ?? false,
      ports: worker?.ports ?? null,
      report: worker?.report ?? null,
      restarts,
      stalls,
      stallReason: worker?.vitals.stallReason ?? null,
    }));
  }

  /** Sockets through which the HTTP/3 front reaches the workers that accept requests. */
  get http3Sockets(): Http3Sockets[] {
    return this.storedSlots.flatMap(({ worker }) =>
      worker?.listening && worker.http3 ? [worker.http3] : [],
    );
  }

  /** True while a process of this id is one of ours and alive. */
  isAlive(pid: number): boolean {
    for (const { child } of this.workers()) if (child.pid === pid && child.exitCode === null) return true;
    return false;
  }

  broadcast(message: ToWorker, except = -1): void {
    for (const { id, child } of this.workers()) if (id !== except) send(child, message);
  }

  reply(worker: number, message: ToWorker): void {
    for (const { id, child } of this.workers()) if (id === worker) send(child, message);
  }

  /** Sums of all workers that ever ran. */
  totals(): WorkerTotals {
    const totals = new WorkerTotals();
    for (const slot of this.storedSlots) totals.addAllEnded(slot.before);
    for (const { report } of this.workers()) if (report !== null) totals.add(report);
    return totals;
  }

  /**
   * Replaces all workers, one slot after another: the successor listens on the same sockets before the old worker stops
   * accepting and finishes its requests. A successor that fails to start leaves everything as it is. A second call
   * during a restart joins it.
   * @returns whether all were replaced
   */
  restart(): Promise<boolean> {
    this.rolling ??= this.restartAll().finally(() => {
      this.rolling = null;
    });
    return this.rolling;
  }

  /** Replaces every worker that runs now, including those that a restart under way has already replaced. */
  async restartAfresh(): Promise<boolean> {
    await this.rolling;
    return await this.restart();
  }

  /** Workers serve on, but ask their clients to reconnect elsewhere. */
  turnAway(): void {
    this.isLameDuck = true;
    this.broadcast({ type: 'lame-duck', on: true });
  }

  /** Clients may stay again. */
  takeBack(): void {
    this.isLameDuck = false;
    this.broadcast({ type: 'lame-duck', on: false });
  }

  /** Lets every worker finish its requests; one that does not in time is killed. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.checkTimer);
    await Promise.all([...this.workers()].map((worker) => drain(worker, this.drainMs, false)));
  }

  private async restartAll(): Promise<boolean> {
    // One that is being replaced already needs its successor itself.
    await this.replacing;
    for (const index of this.storedSlots.keys()) {
      if (this.stopping) return false;
      const { came, old } = await this.succeed(index);
      if (!came) {
        this.events.onLog('error', 'a restart has stopped: a new worker did not come up', { slot: index });
        return false;
      }
      if (old !== null) await this.retire(old);
    }
    this.events.onLog('info', 'all workers have been replaced', { workers: this.storedSlots.length });
    return true;
  }

  private async retire(old: WorkerProcess): Promise<void> {
    await this.events.beforeDrain();
    await drain(old, this.drainMs, true);
  }

  /** Puts a fresh worker into a slot, once it listens; the old one still runs then, and leaves. */
  private async succeed(index: number): Promise<{ came: boolean; old: WorkerProcess | null }> {
    const slot = this.storedSlots[index]!;
    const successor = this.spawn(index);
    slot.successor = successor;
    const came = successor !== null && (await comesUp(successor));
    slot.successor = null;
    if (!came) {
      if (successor !== null) end(successor);
      this.fill(index);
      return { came, old: null };
    }
    const old = slot.worker;
    slot.worker = successor;
    slot.quickCrashes = 0;
    if (old !== null) slot.leaving.add(old);
    return { came, old };
  }

  /** Every CHECK_INTERVAL_MS: replaces stalled workers, one at a time. */
  private check(): void {
    for (const worker of this.workers()) {
      const { pid } = worker.child;
      if (pid !== undefined) worker.vitals.check(readMainThreadTimes(pid));
      // It accepts no requests yet, so it can be ended without waiting for a successor.
      if (worker.listening) continue;
      worker.startChecks++;
      const tooLate = worker.startChecks * CHECK_INTERVAL_MS > START_MS;
      if (tooLate || worker.vitals.stallReason !== null) end(worker);
    }
    // Checks are counted, not time: a machine that was suspended has not let the worker run either.
    if (this.ailing !== null && ++this.ailing.checks * CHECK_INTERVAL_MS >= END_AILING_MS) this.endAiling();
    if (this.replacing !== null || this.rolling !== null) return;
    const index = this.storedSlots.findIndex(
      ({ worker }) => worker?.listening && worker.vitals.stallReason !== null,
    );
    if (index < 0) return;
    this.replacing = this.replaceAiling(index).finally(() => {
      this.replacing = null;
    });
  }

  /**
   * Starts the successor first: it takes the connections that are not accepted yet, and a worker that recovers
   * meanwhile can finish its requests. Requests that a hanging worker was processing are not retried elsewhere.
   */
  private async replaceAiling(index: number): Promise<void> {
    this.ailing = { worker: this.storedSlots[index]!.worker!, checks: 0 };
    const { came, old } = await this.succeed(index);
    this.endAiling();
    this.ailing = null;
    if (old !== null) void this.retire(old);
    this.events.onLog(
      came ? 'info' : 'error',
      came ? 'a worker has been replaced' : 'a new worker did not come up',
      {
        slot: index,
        pid: this.storedSlots[index]!.worker?.child.pid,
      },
    );
    await new Promise((resolve) => setTimeout(resolve, REPLACEMENT_GAP_MS).unref());
  }

  private endAiling(): void {
    const worker = this.ailing?.worker;
    if (worker === undefined || worker.vitals.stallReason === null) return;
    worker.isEndedAsHung = true;
    end(worker);
  }

  private *workers(): IterableIterator<WorkerProcess> {
    for (const { worker, successor, leaving } of this.storedSlots) {
      if (worker !== null) yield worker;
      if (successor !== null) yield successor;
      yield* leaving;
    }
  }

  /** Starts a worker in an empty slot; retries later if the system cannot start a process. */
  private fill(index: number): void {
    const slot = this.storedSlots[index]!;
    // A restart may have put another one there meanwhile.
    if (this.stopping || slot.worker !== null || slot.successor !== null) return;
    slot.worker = this.spawn(index);
    if (slot.worker === null) this.fillLater(index, ++slot.quickCrashes);
  }

  private fillLater(index: number, failures: number): number {
    const pauseMs = failures === 0 ? 0 : backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
    setTimeout(() => this.fill(index), pauseMs);
    return pauseMs;
  }

  /** Null: the system has no process to give. */
  private spawn(index: number): WorkerProcess | null {
    try {
      return this.begin(index);
    } catch (error) {
      const { message } = error as Error;
      this.events.onLog('error', 'a worker could not be started', { slot: index, error: message });
      return null;
    }
  }

  private begin(index: number): WorkerProcess {
    const worker = startWorkerProcess(this.nextId, this.script, this.sockets.descriptors(index), {
      onStall: (stallReason, report) => {
        this.storedSlots[index]!.stalls++;
        const { pid } = worker.child;
        this.events.onLog('error', 'a worker does not go on', { slot: index, pid, stallReason, ...report });
      },
      onRecovery: (stalledMs) => {
        this.events.onLog('info', 'a worker goes on again', {
          slot: index,
          pid: worker.child.pid,
          stalledMs,
        });
      },
    });
    const { child } = worker;
    this.nextId++;
    child.on('message', (message: ToSupervisor) => this.onMessage(worker, message));
    child.on('error', ({ message }) => {
      // A process that could not be started emits no other event.
      if (child.pid === undefined) this.onEnd(index, worker, { error: message });
      else this.events.onLog('error', 'a worker could not be reached', { error: message });
    });
    child.on('exit', (code, signal) => this.onEnd(index, worker, { code, signal }));
    return worker;
  }

  private onMessage(worker: WorkerProcess, message: ToSupervisor): void {
    switch (message.type) {
      case 'hello':
        this.prepare(worker.child);
        return;
      case 'counters':
        worker.report = message;
        return;
      case 'listening':
        worker.listening = true;
        worker.ports = { httpPort: message.httpPort, httpsPort: message.httpsPort };
        worker.http3 = message.http3;
    }
    this.events.onMessage(worker.id, message);
  }

  /** Tells a new worker what it must know before it listens. */
  private prepare(child: WorkerProcess['child']): void {
    const { unsaved, count, revision } = this.events.initialSites();
    for (let at = 0; at < unsaved.length; at += SITES_AT_ONCE) {
      send(child, { type: 'sites', documents: unsaved.slice(at, at + SITES_AT_ONCE), revision: 0 });
    }
    send(child, { type: 'stored-sites', sites: [], count, revision });
    send(child, { type: 'lists', lists: this.events.initialLists() });
    send(child, { type: 'bans', bans: this.events.initialBans() });
    send(child, { type: 'controls', controls: this.events.initialControls() });
    send(child, { type: 'origin-health', verdicts: this.events.initialHealth() });
    send(child, { type: 'challenges', challenges: this.events.initialChallenges() });
    send(child, { type: 'ticket-key', key: this.events.ticketKey() });
    send(child, { type: 'pseudonym-key', key: this.events.pseudonymKey() });
    send(child, { type: 'nodes', count: this.events.nodes() });
    send(child, { type: 'peers', alive: this.events.peersAlive() });
    send(child, { type: 'http3', offer: this.events.http3() });
    send(child, { type: 'listen' });
    if (this.isLameDuck) send(child, { type: 'lame-duck', on: true });
  }

  /** @param facts how it ended, or why it could not be started */
  private onEnd(index: number, worker: WorkerProcess, facts: Record<string, unknown>): void {
    const slot = this.storedSlots[index]!;
    worker.listening = false;
    if (worker.report !== null) {
      slot.before.addEnded(worker.report);
      worker.report = null;
    }
    slot.leaving.delete(worker);
    if (slot.worker !== worker) return;
    slot.worker = null;
    if (this.stopping) return;
    // One that is ended because it hung is counted as that.
    if (worker.child.pid !== undefined && !worker.isEndedAsHung) slot.restarts++;
    slot.quickCrashes = performance.now() - worker.startedAt < QUICK_CRASH_MS ? slot.quickCrashes + 1 : 0;
    // Its successor may be on its way.
    const pauseMs = slot.successor === null ? this.fillLater(index, slot.quickCrashes) : 0;
    this.events.onLog('error', 'a worker ended and is replaced', { slot: index, ...facts, pauseMs });
  }
}
