// Runs Jest on Node's own ES modules. A first argument of '.' means: only the tests below the current folder.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environment, node24, root } from './workspace.mjs';

const jest = createRequire(import.meta.url)
  .resolve('jest/package.json')
  .replace(/package\.json$/, 'bin/jest.js');
const args = process.argv.slice(2);
if (args[0] === '.') {
  args[0] = `${process.cwd()}${path.sep}`;
}
const { status, signal } = spawnSync(
  node24(),
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    path.join(root, 'jest.config.mjs'),
    ...args,
  ],
  { cwd: root, stdio: 'inherit', env: environment() },
);
process.exit(signal ? 1 : (status ?? 1));
