import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ChildServer {
  readonly child: ChildProcess;
  /** The last of what it said. */
  output(): string;
  stop(): Promise<void>;
}

/** A server program of a test's own; ends with it. */
export function startChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildServer {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(error.message)));
  const ended = once(child, 'exit').catch(() => undefined);
  return {
    child,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
