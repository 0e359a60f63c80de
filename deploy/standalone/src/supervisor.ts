import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, type FSWatcher, openSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { stopChild, withPrivateFiles } from '@palisade/local-servers';
import { type PidFiles } from './pid-files.ts';

export interface ProcessSpec {
  name: string;
  /** Built JavaScript file. */
  script: string;
  args?: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** A process that the product is not ready without. */
export interface ChildSpec extends ProcessSpec {
  /** Answers 200 when the process can do its work. */
  readyUrl: string;
}

/** A dozen processes share one machine here: a smaller young generation costs a little CPU and saves memory in each. */
const NODE_OPTIONS = ['--max-semi-space-size=4'];

const FIRST_RESTART_DELAY = 250;
const MAX_RESTART_DELAY_MS = 10_000;
/** A process that has run this long is healthy again, and its next crash is its first. */
const STEADY_AFTER = 30_000;

/** Keeps one process running: its output in a log file, restarted with back-off when it ends by itself. */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private stopping = false;
  private delay = FIRST_RESTART_DELAY;
  private timer: NodeJS.Timeout | null = null;
  private readonly logFile: string;
  private watcher: FSWatcher | null = null;

  constructor(
    readonly spec: ProcessSpec,
    private readonly pidFiles: PidFiles,
    logDirectory: string,
    private readonly say: (line: string) => void,
  ) {
    this.logFile = path.join(logDirectory, `${spec.name}.log`);
  }

  start(): void {
    const startedAt = Date.now();
    // A file, not a pipe: a pipe breaks when the launcher is killed, and the process at its other end with it.
    const log = openSync(this.logFile, 'a', 0o600);
    const args = [...NODE_OPTIONS, this.spec.script, ...(this.spec.args ?? [])];
    const child = withPrivateFiles(() =>
      spawn(process.execPath, args, {
        stdio: ['ignore', log, log],
        env: { ...inherited(), ...this.spec.env, ...keysOf(this.spec) },
        // Its own group: Ctrl-C reaches the launcher alone, which stops everything in order.
        detached: true,
      }),
    );
    this.child = child;
    closeSync(log);
    if (child.pid !== undefined) this.pidFiles.writeSoon(this.spec.name, child.pid);
    const ended = (how: string) => {
      this.child = null;
      this.pidFiles.remove(this.spec.name);
      if (!this.stopping) this.restart(how, Date.now() - startedAt);
    };
    child.on('error', (error) => {
      // One that was never there, as where the system has no process to give, does not say `exit`.
      if (child.pid === undefined) ended(error.message);
      else this.say(`${this.spec.name}: ${error.message}`);
    });
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
  }

  /** For development: a new build of the program replaces the running one. */
  restartOnChange(): void {
    let settled: NodeJS.Timeout | undefined;
    this.watcher = watch(path.dirname(this.spec.script), { recursive: true }, () => {
      clearTimeout(settled);
      settled = setTimeout(() => {
        this.delay = FIRST_RESTART_DELAY;
        this.child?.kill('SIGTERM');
      }, 500);
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.watcher?.close();
    if (this.timer) clearTimeout(this.timer);
    if (this.child) await stopChild(this.child, 'SIGTERM', 15_000);
  }

  /** Without a process, memory or room for its log there will be some later. */
  private startAgain(): void {
    try {
      this.start();
    } catch (error) {
      this.restart((error as Error).message, 0);
    }
  }

  private restart(how: string, lived: number): void {
    if (lived > STEADY_AFTER) this.delay = FIRST_RESTART_DELAY;
    this.say(
      `${this.spec.name} ended (${how}); starting it again in ${this.delay} ms, see logs/${this.spec.name}.log`,
    );
    this.timer = setTimeout(() => this.startAgain(), this.delay);
    this.delay = Math.min(this.delay * 2, MAX_RESTART_DELAY_MS);
  }
}

/** Keys and passwords of now: they may have been changed since the launcher's own start. */
function keysOf({ env: { PALISADE_KEYS_FILE: file } }: ProcessSpec): NodeJS.Dict<string> {
  return file === undefined ? {} : parseEnv(readFileSync(file, 'utf8'));
}

/** Services are configured by the launcher alone; a stray PALISADE_ variable of the terminal must not reach them. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PALISADE_')));
}
