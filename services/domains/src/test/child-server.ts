import { type ChildProcess, spawn } from 'node:child_process';
import { endWithParent, stopChild } from '@palisade/testing';

export interface ChildServer {
  readonly child: ChildProcess;
  /** The last of what it said. */
  output(): string;
  stop(): Promise<void>;
}

/** A server program of a test's own; ends with it, however that ends. */
export function startChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildServer {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  endWithParent(child, 'SIGTERM');
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(error.message)));
  return {
    child,
    output: () => output,
    stop: async () => {
      // One that could not be started has no number.
      if (child.pid !== undefined) await stopChild(child, 'SIGTERM');
    },
  };
}
