import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TIMEOUT_MS = 20_000;
const source = path.join(import.meta.dirname, 'log-output.ts');

/** Runs a program whose standard output is a disk without room. */
function onFullDisk(program: string, ...args: string[]) {
  const script = `
    const { logOutput, logLinesLost } = await import(${JSON.stringify(source)});
    const output = logOutput();
    ${program}`;
  const shell = 'exec "$0" --input-type=module -e "$@" >/dev/full';
  return spawnSync('sh', ['-c', shell, process.execPath, script, ...args], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
}

describe('a full disk behind the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('costs lines beyond a bound, which are counted, and neither the process nor its end', () => {
    const child = onFullDisk(`
      for (let index = 0; index < 15; index++) {
        output.write('x'.repeat(100 * 1024 - 1) + '\\n');
        await new Promise(setImmediate);
      }
      process.stderr.write(String(logLinesLost()));
      process.exit(0);`);
    expect(child).toMatchObject({ status: 0, stderr: '5' });
  });

  it('delays the others until there is room', () => {
    const file = path.join(folder, 'log');
    const child = onFullDisk(
      `
      const { closeSync, openSync } = await import('node:fs');
      output.write('one\\n');
      output.write('two\\n');
      // Standard output as it is once something was removed.
      closeSync(1);
      openSync(process.argv[1], 'a');
      output.write('three\\n');
      process.stderr.write(String(logLinesLost()));`,
      file,
    );
    expect(child).toMatchObject({ status: 0, stderr: '0' });
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  });
});
