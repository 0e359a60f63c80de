import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endWithParent, eventually, freePort, stopChild } from '@palisade/testing';
import type { Stack } from '../stack.ts';

/** As the launcher gives its processes. */
const READY_WITHIN_MS = 180_000;
/** It lets its visitors finish first. */
const ENDED_WITHIN_MS = 180_000;

interface MoreEdgeOptions {
  /** The node's name, and its folder's. */
  name: string;
  /** What to run it by, such as in a namespace of its own. */
  within: readonly string[];
  /** Where it listens, and this process reaches it. */
  host: string;
  /** What stands for another machine's address in the settings, and what it is reached by. */
  replace: readonly [string, string];
  /** Settings that differ from those of the launcher's edge. */
  settings?: Readonly<Record<string, string>>;
}

/** One more edge of a running product, with the settings of the launcher's and its own name, ports and folder. */
export class MoreEdge {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly stack: Stack,
    private readonly options: MoreEdgeOptions,
    readonly httpPort: number,
    private readonly adminPort: number,
    private readonly httpsPort: number,
  ) {}

  static async start(stack: Stack, options: MoreEdgeOptions): Promise<MoreEdge> {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const edge = new MoreEdge(stack, options, ...ports);
    try {
      await edge.start();
      return edge;
    } catch (error) {
      edge.child?.kill('SIGKILL');
      throw error;
    }
  }

  get name(): string {
    return this.options.name;
  }

  get host(): string {
    return this.options.host;
  }

  /** By the program that the launcher's edge runs now. */
  async start(): Promise<void> {
    const { stack, options } = this;
    const [script, environment] = ofLauncher(stack.pid('edge'));
    reach(environment, options.replace);
    const folder = path.join(stack.dataDirectory, options.name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const log = openSync(path.join(stack.dataDirectory, 'logs', `${options.name}.log`), 'a', 0o600);
    const [program, ...args] = [...options.within, process.execPath, script];
    this.child = spawn(program!, args, {
      stdio: ['ignore', log, log],
      env: {
        ...environment,
        PALISADE_EDGE_BIND: options.host,
        PALISADE_EDGE_ADMIN_BIND: options.host,
        PALISADE_EDGE_HTTP_PORT: String(this.httpPort),
        PALISADE_EDGE_HTTPS_PORT: String(this.httpsPort),
        PALISADE_EDGE_ADMIN_PORT: String(this.adminPort),
        PALISADE_EDGE_NODE_ID: options.name,
        PALISADE_EDGE_DATA_DIR: folder,
        ...options.settings,
      },
    });
    closeSync(log);
    endWithParent(this.child, 'SIGTERM');
    await eventually(`${options.name} being ready`, () => this.refuseUnlessReady(), READY_WITHIN_MS);
  }

  async stop(): Promise<void> {
    if (this.child !== null) await stopChild(this.child, 'SIGTERM', ENDED_WITHIN_MS);
  }

  async isReady(): Promise<boolean> {
    try {
      return (await this.readinessStatus()) === 200;
    } catch {
      // Nobody listens.
      return false;
    }
  }

  private async readinessStatus(): Promise<number> {
    const response = await fetch(`http://${this.options.host}:${this.adminPort}/readyz`);
    return response.status;
  }

  private async refuseUnlessReady(): Promise<void> {
    if (this.child?.exitCode !== null) throw new Error(`it ended: ${this.stack.describe()}`);
    const status = await this.readinessStatus();
    if (status !== 200) throw new Error(`not ready: ${status}`);
  }
}

/** Its program and its environment. */
function ofLauncher(pid: number): [string, Record<string, string>] {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const environment = variables.map((entry) => {
    const at = entry.indexOf('=');
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
  return [words.find((word) => word.endsWith('.js'))!, Object.fromEntries(environment)];
}

/** Servers by their address as it is elsewhere; the file of keys names them as they are here. */
function reach(environment: Record<string, string>, [from, to]: readonly [string, string]): void {
  delete environment.PALISADE_KEYS_FILE;
  for (const [name, value] of Object.entries(environment))
    if (name.endsWith('_URL')) environment[name] = value.replace(from, to);
}
