import { type ChildProcess, fork } from 'node:child_process';
import type { AcmeChallenge } from '@palisade/edge-state';
import type { ControlsInForce } from '../site-config/site-controls.ts';
import type { WorkerCounters } from '../telemetry/worker-counters.ts';
import type { ToSupervisor, ToWorker } from './messages.ts';

export interface WorkerReport {
  counters: WorkerCounters;
  sites: number;
  memoryBytes: number;
  cpuMicros: number;
}

export interface WorkerPoolEvents {
  /** What a new worker must know before it listens, in batches. */
  initialSites(): Uint8Array[];
  initialControls(): ControlsInForce;
  initialHealth(): { siteId: string; origin: string; healthy: boolean }[];
  initialBans(): { siteId: string; address: string; untilMs: number }[];
  initialChallenges(): AcmeChallenge[];
  ticketKey(): Uint8Array;
  onMessage(slot: number, message: ToSupervisor): void;
  onLog(level: 'info' | 'error', message: string, facts: Record<string, unknown>): void;
}

interface Slot {
  child: ChildProcess | null;
  listening: boolean;
  ports: { httpPort: number; httpsPort: number } | null;
  report: WorkerReport | null;
  /** Counters of this slot's earlier processes, so that totals never fall. */
  before: Partial<WorkerCounters>;
  restarts: number;
  quickCrashes: number;
  startedAt: number;
}

const SITES_AT_ONCE = 200;
const QUICK_CRASH_MS = 5_000;
const MAX_PAUSE_MS = 5_000;

/** Keeps N workers running. Each gets the sites before it listens; one that dies is replaced. */
export class WorkerPool {
  readonly #script: string;
  readonly #slots: Slot[];
  readonly #events: WorkerPoolEvents;
  #stopping = false;

  constructor(script: string, workers: number, events: WorkerPoolEvents) {
    this.#script = script;
    this.#events = events;
    this.#slots = Array.from({ length: workers }, () => ({
      child: null,
      listening: false,
      ports: null,
      report: null,
      before: {},
      restarts: 0,
      quickCrashes: 0,
      startedAt: 0,
    }));
  }

  start(): void {
    this.#slots.forEach((_slot, index) => {
      this.#startWorker(index);
    });
  }

  get ready(): boolean {
    return this.#slots.every((slot) => slot.listening);
  }

  get slots(): readonly Readonly<Slot>[] {
    return this.#slots;
  }

  /** True while a process of this id is one of ours and alive. */
  isAlive(pid: number): boolean {
    return this.#slots.some((slot) => slot.child?.pid === pid && slot.child.exitCode === null);
  }

  broadcast(message: ToWorker, except = -1): void {
    this.#slots.forEach((slot, index) => {
      if (index !== except) send(slot.child, message);
    });
  }

  reply(slot: number, message: ToWorker): void {
    send(this.#slots[slot]?.child ?? null, message);
  }

  /** Sums of all workers that ever ran. */
  totals(): Partial<Record<keyof WorkerCounters, number>> {
    const totals: Partial<Record<keyof WorkerCounters, number>> = {};
    for (const slot of this.#slots) {
      for (const counters of [slot.before, slot.report?.counters ?? {}]) add(totals, counters);
    }
    return totals;
  }

  /** Lets every worker finish what it does; who does not in time is ended. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#slots.map((slot) => this.#stopWorker(slot, limitMs)));
  }

  #stopWorker(slot: Slot, limitMs: number): Promise<void> {
    const { child } = slot;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = setTimeout(() => child.kill('SIGKILL'), limitMs + 2_000);
      child.once('exit', () => {
        clearTimeout(limit);
        resolve();
      });
      send(child, { type: 'drain' });
    });
  }

  #startWorker(index: number): void {
    const slot = this.#slots[index]!;
    const child = fork(this.#script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    slot.child = child;
    slot.listening = false;
    slot.startedAt = performance.now();
    child.on('message', (message: ToSupervisor) => this.#onMessage(index, message));
    child.on('error', (error) =>
      this.#events.onLog('error', 'a worker could not be reached', { error: error.message }),
    );
    child.on('exit', (code, signal) => this.#onExit(index, code, signal));
  }

  #onMessage(index: number, message: ToSupervisor): void {
    const slot = this.#slots[index]!;
    switch (message.type) {
      case 'hello': {
        const sites = this.#events.initialSites();
        for (let at = 0; at < sites.length; at += SITES_AT_ONCE) {
          send(slot.child, { type: 'sites', documents: sites.slice(at, at + SITES_AT_ONCE) });
        }
        send(slot.child, { type: 'bans', bans: this.#events.initialBans() });
        send(slot.child, { type: 'controls', controls: this.#events.initialControls() });
        send(slot.child, { type: 'origin-health', verdicts: this.#events.initialHealth() });
        send(slot.child, { type: 'challenges', challenges: this.#events.initialChallenges() });
        send(slot.child, { type: 'ticket-key', key: this.#events.ticketKey() });
        send(slot.child, { type: 'listen' });
        return;
      }
      case 'listening':
        slot.listening = true;
        slot.ports = { httpPort: message.httpPort, httpsPort: message.httpsPort };
        break;
      case 'counters':
        slot.report = message;
        return;
      case 'ban':
      case 'count':
      case 'invalidated':
      case 'fault':
      case 'drained':
        break;
    }
    this.#events.onMessage(index, message);
  }

  #onExit(index: number, code: number | null, signal: NodeJS.Signals | null): void {
    const slot = this.#slots[index]!;
    slot.listening = false;
    slot.child = null;
    if (slot.report !== null) {
      add(slot.before, { ...slot.report.counters, openConnections: 0, sitesDefended: 0 });
      slot.report = null;
    }
    if (this.#stopping) return;
    slot.restarts += 1;
    slot.quickCrashes = performance.now() - slot.startedAt < QUICK_CRASH_MS ? slot.quickCrashes + 1 : 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, slot.quickCrashes === 0 ? 0 : 100 * 2 ** slot.quickCrashes);
    this.#events.onLog('error', 'a worker ended and is replaced', { slot: index, code, signal, pauseMs });
    setTimeout(() => {
      if (!this.#stopping) this.#startWorker(index);
    }, pauseMs);
  }
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
