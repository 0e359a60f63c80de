import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { backoff } from '@palisade/basics';
import { z } from 'zod';
import type { Http3Offer } from '../../server/connections/server-ports.ts';
import { HTTP2_LIMITS } from '../../server/http2/http2-limits.ts';
import type { Http3Sockets } from '../../server/http3/http3-handover.ts';
import { HTTP3_COUNTS, type Http3Counts } from './http3-counts.ts';

export interface Http3FrontOptions {
  program: string;
  bind: string;
  port: number;
  publicPort: number | null;
  drainMs: number;
}

export interface Http3FrontEvents {
  /** Sockets of the workers that currently accept requests. */
  sockets(): Http3Sockets[];
  /** Called when the Alt-Svc offer to clients changes. */
  onOffer(offer: Http3Offer): void;
  onLog(level: 'info' | 'error', message: string, facts: Record<string, unknown>): void;
}

/** State shown on the admin port. */
export interface Http3State {
  pid: number | null;
  port: number | null;
  isHealthy: boolean;
  restarts: number;
}

const POLL_INTERVAL_MS = 250;
/**
 * Maximum checks without a report (one per second) from the front. HTTP/3 is then no longer offered; after twice as
 * many the process is killed.
 */
const MAX_SILENT_CHECKS = 16;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const QUICK_END_MS = 5_000;
/** Beyond what connections may take to finish. */
const KILL_AFTER_MS = 2_000;

const lineSchema = z.union([
  z.object({ type: z.literal('listening'), port: z.number() }),
  z.object({ type: z.literal('workers'), revision: z.number() }),
  z.object({ type: z.literal('stats'), ...HTTP3_COUNTS }),
]);

/**
 * Runs the process that speaks HTTP/3 for the node, and restarts it. Nothing else depends on it: while it is away,
 * HTTP/3 is not offered and clients continue over TCP.
 */
export class Http3Front {
  private readonly options: Http3FrontOptions;
  private readonly events: Http3FrontEvents;
  /** Key for address validation and stateless resets, shared by successive fronts. */
  private readonly secret = randomBytes(32);
  private child: ChildProcess | null = null;
  private port: number | null = null;
  private startedAt = 0;
  private quickEnds = 0;
  private restarts = 0;
  private silentChecks = 0;
  private isHealthy = false;
  private stopping = false;
  private isWithdrawn = false;
  private sentWorkers = '';
  /** Revision of the set of workers sent to the front, and callers that wait until the front uses no others. */
  private revision = 0;
  private awaiting: { revision: number; resolve: () => void }[] = [];
  private ticketKey: Uint8Array | null = null;
  private checkTimer: NodeJS.Timeout | undefined;
  private storedOffer: Http3Offer = null;
  /** Counts of the present process, and totals of the earlier ones. */
  private counts: Http3Counts | null = null;
  private readonly before = new Map<keyof Http3Counts, number>();

  constructor(options: Http3FrontOptions, events: Http3FrontEvents) {
    this.options = options;
    this.events = events;
  }

  get offer(): Http3Offer {
    return this.storedOffer;
  }

  get state(): Http3State {
    const { child, port, isHealthy, restarts } = this;
    return { pid: child?.pid ?? null, port, isHealthy, restarts };
  }

  /** Totals include earlier processes; gauges are of the present process only. */
  count(name: keyof Http3Counts, isTotal: boolean): number {
    return (this.counts?.[name] ?? 0) + (isTotal ? (this.before.get(name) ?? 0) : 0);
  }

  start(): void {
    this.spawn();
    this.checkTimer = setInterval(() => this.check(), POLL_INTERVAL_MS);
  }

  /** Sets the key for session tickets, which all nodes share. */
  useTicketKey(key: Uint8Array): void {
    this.ticketKey = createHash('sha256').update('http3 session tickets').update(key).digest();
    this.tellTicketKey();
  }

  /** Sends the front its workers, if they have changed. */
  lookForWorkers(): void {
    const workers = this.events.sockets();
    const text = JSON.stringify(workers);
    if (text === this.sentWorkers) return;
    this.sentWorkers = text;
    this.tell({ type: 'workers', workers, revision: ++this.revision });
  }

  /** Resolves when the front uses only the present workers. A front that does not respond is ended meanwhile. */
  async hasTurned(): Promise<void> {
    this.lookForWorkers();
    const { revision } = this;
    if (this.child === null || this.stopping) return;
    await new Promise<void>((resolve) => this.awaiting.push({ revision, resolve }));
  }

  /** Stops offering HTTP/3 to clients. */
  withdraw(): void {
    this.isWithdrawn = true;
    this.settleOffer();
  }

  /** Offers HTTP/3 again. */
  takeBack(): void {
    this.isWithdrawn = false;
    this.settleOffer();
  }

  /** Lets connections finish; resolves when the process has exited. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.checkTimer);
    this.withdraw();
    const { child } = this;
    if (child === null) return;
    const { drainMs } = this.options;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(() => child.kill('SIGKILL'), drainMs + KILL_AFTER_MS);
      child.once('exit', () => {
        clearTimeout(limit);
        resolve();
      });
      this.tell({ type: 'drain', limitMs: drainMs });
    });
  }

  private spawn(): void {
    const { program, bind, port, drainMs } = this.options;
    // Without our environment, which contains keys it does not need.
    const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
    this.child = child;
    this.startedAt = performance.now();
    this.silentChecks = 0;
    child.on('error', (error) => this.onEnd(child, { error: error.message }));
    child.on('exit', (code, signal) => this.onEnd(child, { code, signal }));
    // Writing to a process that has just exited fails; 'exit' follows.
    child.stdin!.on('error', () => undefined);
    createInterface({ input: child.stdout! }).on('line', (line) => this.onLine(child, line));
    const { head, streams } = HTTP2_LIMITS;
    this.tell({
      ...{ bind, port, drainMs, maxHeaderBytes: head.listBytes, maxStreams: streams },
      secret: this.secret.toString('base64'),
    });
    this.tellTicketKey();
    this.sentWorkers = '';
    this.lookForWorkers();
  }

  private tell(line: object): void {
    this.child?.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  private tellTicketKey(): void {
    if (this.ticketKey === null) return;
    this.tell({ type: 'ticketKey', ticketKey: Buffer.from(this.ticketKey).toString('base64') });
  }

  private onLine(child: ChildProcess, text: string): void {
    if (child !== this.child) return;
    const line = lineSchema.parse(JSON.parse(text));
    this.silentChecks = 0;
    if (line.type === 'listening') {
      this.port = line.port;
      this.events.onLog('info', 'the HTTP/3 front listens', { port: line.port, pid: child.pid });
    } else if (line.type === 'workers') this.turned(line.revision);
    else this.counts = line;
    this.isHealthy = this.port !== null;
    this.settleOffer();
  }

  private turned(revision: number): void {
    const waiting = this.awaiting;
    this.awaiting = waiting.filter((each) => each.revision > revision);
    for (const each of waiting) if (each.revision <= revision) each.resolve();
  }

  private check(): void {
    this.lookForWorkers();
    if (this.child === null || ++this.silentChecks < MAX_SILENT_CHECKS) return;
    if (this.isHealthy) {
      this.isHealthy = false;
      this.settleOffer();
      this.events.onLog('error', 'the HTTP/3 front does not go on', { pid: this.child.pid });
    }
    if (this.silentChecks >= 2 * MAX_SILENT_CHECKS) this.child.kill('SIGKILL');
  }

  private onEnd(child: ChildProcess, facts: Record<string, unknown>): void {
    if (child !== this.child) return;
    this.child = null;
    this.port = null;
    this.isHealthy = false;
    this.turned(this.revision);
    for (const name of Object.keys(HTTP3_COUNTS) as (keyof Http3Counts)[])
      this.before.set(name, this.count(name, true));
    this.counts = null;
    this.settleOffer();
    if (this.stopping) return;
    this.restarts++;
    this.quickEnds = performance.now() - this.startedAt < QUICK_END_MS ? this.quickEnds + 1 : 0;
    const pauseMs = backoff(this.quickEnds, MIN_PAUSE_MS, MAX_PAUSE_MS);
    this.events.onLog('error', 'the HTTP/3 front ended and is started again', { ...facts, pauseMs });
    setTimeout(() => {
      if (!this.stopping) this.spawn();
    }, pauseMs);
  }

  /** Withdraws the offer if it was made. */
  private settleOffer(): void {
    const { publicPort } = this.options;
    const before = this.storedOffer;
    if (this.isHealthy && !this.isWithdrawn) this.storedOffer = { publicPort };
    else if (before !== null) this.storedOffer = 'withdrawn';
    if (JSON.stringify(before) !== JSON.stringify(this.storedOffer)) this.events.onOffer(this.storedOffer);
  }
}
