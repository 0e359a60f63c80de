import { spawn } from 'node:child_process';

export interface ScannerOutput {
  readonly text: string;
  readonly seconds: number;
  /** Ended by us, because it took longer than it was given. */
  readonly cut: boolean;
}

const MAX_OUTPUT_CHARACTERS = 4_000_000;

/** A scanner, for so long at most, with all that it started. */
export function runScanner(
  command: string,
  args: readonly string[],
  seconds: number,
): Promise<ScannerOutput> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    let cut = false;
    const keep = (chunk: Buffer) => {
      if (text.length < MAX_OUTPUT_CHARACTERS) text += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      cut = true;
      process.kill(-child.pid!, 'SIGKILL');
    }, seconds * 1_000);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve({ text, seconds: (performance.now() - began) / 1_000, cut });
    });
  });
}
