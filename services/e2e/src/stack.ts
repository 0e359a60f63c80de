import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort, freePorts } from '@palisade/testing';
import { RunningStack, type StackPlace } from './running-stack.ts';
import { onSmallDisk } from './small-disk.ts';

export type { Account } from './running-stack.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const QUIET = ['--log-level', 'warn', '--demo-traffic', 'off', '--http3', 'off'];

/**
 * The product as a stranger gets it from `npm start`, on ports and a data directory of its own; without the demo's
 * sample traffic, so that what is there is what tests did, and without HTTP/3, unless a test asks for it (`--demo-traffic on`, `--http3 on`).
 */
export class Stack extends RunningStack {
  private readonly folder: string;
  private child: ReturnType<typeof spawn> | null = null;
  private output = '';
  private ports: string[] = [];
  private launcher = '';

  /** @param options `diskMegabytes`: the size of a disk of its own, else it is on that of the machine; `checkout`: another version, built, to start */
  constructor(private readonly options: { diskMegabytes?: number; checkout?: string } = {}) {
    super();
    this.startFrom(options.checkout ?? root);
    this.folder = mkdtempSync(path.join(tmpdir(), 'palisade-e2e-'));
    chmodSync(this.folder, 0o711);
  }

  get place(): StackPlace {
    const at = this.ports.indexOf('--internal-port');
    const isElsewhere = this.options.diskMegabytes !== undefined && this.child?.pid !== undefined;
    const seenFrom = isElsewhere ? `/proc/${this.child!.pid}/root` : '';
    return { dataDirectory: `${seenFrom}${this.folder}`, internalPort: Number(this.ports[at + 1]) };
  }

  /** What `start` starts from now on. */
  startFrom(checkout: string): void {
    this.launcher = path.join(checkout, 'deploy/standalone/dist/main.js');
  }

  /** Starts the launcher with the given extra options and waits until it says that it is ready. */
  async start(...options: string[]): Promise<void> {
    if (this.ports.length === 0) this.ports = await portOptions();
    rmSync(this.readyFile, { force: true });
    this.output = '';
    const command = [
      process.execPath,
      this.launcher,
      '--data',
      this.folder,
      ...QUIET,
      ...this.ports,
      ...options,
    ];
    const { diskMegabytes } = this.options;
    const [program, ...args] =
      diskMegabytes === undefined ? command : onSmallDisk(this.folder, diskMegabytes, command);
    // By the channel the launcher hears when this process has ended, however that was, and stops.
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    child.channel?.unref();
    this.child = child;
    const keep = (chunk: Buffer): void => {
      this.output += chunk;
    };
    for (const said of [child.stdout, child.stderr]) said?.on('data', keep);
    await eventually(
      'the launcher saying ready',
      async () => {
        if (child.exitCode !== null) return;
        if (!existsSync(this.readyFile)) throw new Error(this.describe());
      },
      170_000,
    );
    if (child.exitCode !== null) throw new Error(`the launcher ended: ${this.describe()}`);
  }

  /** Of the launcher itself. */
  get launcherPid(): number {
    if (this.child?.pid === undefined) throw new Error('the launcher does not run');
    return this.child.pid;
  }

  /** Pids of the launcher's children by name: auth, …, edge, redis. */
  pid(name: string): number {
    const [pid] = readFileSync(path.join(this.dataDirectory, 'run', `${name}.pid`), 'utf8').split(' ');
    return Number(pid);
  }

  /** Kills the launcher as a power cut would; its children live on. */
  async killLauncher(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = null;
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    this.child = null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }

  /** What a failing test needs to see. */
  describe(): string {
    const logs = path.join(this.dataDirectory, 'logs');
    const tails = existsSync(logs)
      ? readdirSync(logs).map((file) => {
          const lines = readFileSync(path.join(logs, file), 'utf8').trim().split('\n').slice(-5);
          return `--- ${file}\n${lines.join('\n')}`;
        })
      : [];
    return [this.output, ...tails].join('\n');
  }

  private get readyFile(): string {
    return path.join(this.dataDirectory, 'ready.json');
  }
}

/** The launcher asks for about 20. */
const INTERNAL_PORTS = 20;

/** A free port for each public listener, and a free run for the internal ones. */
async function portOptions(): Promise<string[]> {
  const [dashboard, edge, tls, dns, inbox, paypal] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const internal = await freePorts(INTERNAL_PORTS);
  const options = {
    port: dashboard,
    'edge-port': edge,
    'edge-tls-port': tls,
    'dns-panel-port': dns,
    'inbox-port': inbox,
    'paypal-port': paypal,
    'internal-port': internal,
  };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
}
