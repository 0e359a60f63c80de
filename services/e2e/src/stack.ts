import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@palisade/testing';

const root = path.resolve(import.meta.dirname, '../../..');
const launcher = path.join(root, 'deploy/standalone/dist/main.js');

export interface Account {
  email: string;
  username: string;
  password: string;
}

interface StackUrls {
  dashboard: string;
  demo_site: string;
  demo_site_tls: string;
  demo_dns: string;
  inbox: string;
  paypal_stand_in: string;
}

/** The product as a stranger gets it from `npm start`, on ports and a data directory of its own. */
export class Stack {
  readonly dataDirectory: string;
  private child: ReturnType<typeof spawn> | null = null;
  private output = '';
  private ports: string[] = [];

  constructor() {
    this.dataDirectory = mkdtempSync(path.join(tmpdir(), 'palisade-e2e-'));
    chmodSync(this.dataDirectory, 0o711);
  }

  /** Starts the launcher with the given extra options and waits until it says that it is ready. */
  async start(...options: string[]): Promise<void> {
    if (this.ports.length === 0) this.ports = await portOptions();
    rmSync(this.readyFile, { force: true });
    this.output = '';
    const child = spawn(
      process.execPath,
      [launcher, '--data', this.dataDirectory, '--log-level', 'warn', ...this.ports, ...options],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    const keep = (chunk: Buffer): void => {
      this.output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    await eventually(
      'the launcher saying ready',
      async () => {
        if (child.exitCode !== null) return;
        if (!existsSync(this.readyFile)) throw new Error(this.describe());
      },
      120_000,
    );
    if (child.exitCode !== null) throw new Error(`the launcher ended: ${this.describe()}`);
  }

  get urls(): StackUrls {
    return (JSON.parse(readFileSync(this.readyFile, 'utf8')) as { urls: StackUrls }).urls;
  }

  get accounts(): { customer: Account; admin: Account } {
    const secrets = readFileSync(path.join(this.dataDirectory, 'secrets.json'), 'utf8');
    return (JSON.parse(secrets) as { accounts: { customer: Account; admin: Account } }).accounts;
  }

  get api(): string {
    return `${this.urls.dashboard}api`;
  }

  /** The origin of the demo, as the edge reaches it. */
  get originPort(): number {
    const at = this.ports.indexOf('--internal-port');
    return Number(this.ports[at + 1]) + 14;
  }

  /** The SMTP server of the local inbox. */
  get inboxSmtpPort(): number {
    const at = this.ports.indexOf('--internal-port');
    return Number(this.ports[at + 1]) + 16;
  }

  /** Connection string of the database's owner. */
  get databaseUrl(): string {
    const password = readFileSync(path.join(this.dataDirectory, 'postgres.password'), 'utf8');
    const at = this.ports.indexOf('--internal-port');
    return `postgres://palisade_admin:${password}@127.0.0.1:${Number(this.ports[at + 1]) + 11}/palisade`;
  }

  /** The one Redis of all uses; they have a database each. */
  get redisUrl(): string {
    const at = this.ports.indexOf('--internal-port');
    return `redis://127.0.0.1:${Number(this.ports[at + 1]) + 12}`;
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

/** A free port for each public listener, and a free run of eighteen for the internal ones. */
async function portOptions(): Promise<string[]> {
  const [dashboard, edge, tls, dns, inbox, paypal] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  // Below the range from which the system hands out ports to outgoing connections.
  const internal = 20_000 + 20 * ((process.pid * 7 + dashboard) % 500);
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
