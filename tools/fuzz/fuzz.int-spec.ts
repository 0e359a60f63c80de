import { spawn } from 'node:child_process';
import path from 'node:path';
import { LOADERS } from './targets/index.ts';

/** Of each target, always the same inputs (the seed); releases take an hour (see README.md). */
const SECONDS = 3;

function fuzz(target: string): Promise<{ status: number | null; output: string }> {
  const flags = ['--conditions=@palisade/source', '--disable-warning=ExperimentalWarning'];
  const main = path.join(import.meta.dirname, 'main.ts');
  const words = ['--target', target, '--time', String(SECONDS), '--seed', '1', '--jobs', '1'];
  const child = spawn(process.execPath, [...flags, main, ...words]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

describe('fuzzing', () => {
  it.each(Object.keys(LOADERS))('finds nothing wrong with %s', async (target) => {
    const { status, output } = await fuzz(target);
    expect({ output, status }).toEqual({ output: expect.stringContaining('0 findings'), status: 0 });
  });
});
