import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MODULE = JSON.stringify(path.join(import.meta.dirname, 'npm-parents.mjs'));
/** Stands for the launcher's starter: says who it is and whether it watches anybody, and ends of itself a minute later at the latest. */
const SCRIPT = `import { whenNpmEnds } from ${MODULE};
const watches = whenNpmEnds(() => process.exit(0));
console.log(JSON.stringify({ pid: process.pid, watches }));
setTimeout(() => {}, 60000);`;
/** As npm: a program that is no shell, and waits for a shell that waits for the script. */
const NPM = `const { spawn } = require('node:child_process');
const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; true'], { stdio: 'inherit' });
console.log(JSON.stringify({ shell: shell.pid }));`;

const environment = (npm: boolean): NodeJS.ProcessEnv => {
  const { npm_lifecycle_event: _, ...rest } = process.env;
  return { ...rest, ...(npm && { npm_lifecycle_event: 'start' }), NODE: process.execPath, SCRIPT };
};

interface Line {
  npm: ChildProcess;
  shell: number;
  script: number;
  watches: boolean;
  /** Resolves when the output is closed: all processes have ended. */
  ended: Promise<unknown>;
}

async function start({ byNpm }: { byNpm: boolean }): Promise<Line> {
  const npm = spawn(process.execPath, ['-e', NPM], {
    env: environment(byNpm),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm.stdout, 'end');
  const report: Record<string, unknown> = {};
  for await (const line of createInterface({ input: npm.stdout })) {
    Object.assign(report, JSON.parse(line));
    if ('pid' in report && 'shell' in report) break;
  }
  npm.stdout.resume();
  const { shell, pid: script, watches } = report as { shell: number; pid: number; watches: boolean };
  return { npm, shell, script, watches, ended };
}

describe('a script that npm has started', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('ends after its shell got %s', async (signal) => {
    const { shell, watches, ended } = await start({ byNpm: true });
    expect(watches).toBe(true);
    process.kill(shell, signal);
    await ended;
  });

  it('ends after npm itself was killed, though their shell lives on', async () => {
    const { npm, ended } = await start({ byNpm: true });
    npm.kill('SIGKILL');
    await ended;
  });
});

it('watches no parent if a shell or a service manager has started it', async () => {
  const { shell, script, watches, ended } = await start({ byNpm: false });
  expect(watches).toBe(false);
  process.kill(shell, 'SIGKILL');
  process.kill(script, 'SIGKILL');
  await ended;
});
