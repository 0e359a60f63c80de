// Runs Jest on Node's own ES modules: `node tools/jest.mjs [KIND …] [PATH …] [--jest-option …]`.
// A path of '.' means: only the tests below the current folder.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environment, node24, root } from './workspace.mjs';

const jest = createRequire(import.meta.url)
  .resolve('jest/package.json')
  .replace(/package\.json$/, 'bin/jest.js');
const kinds = new Set(['unit', 'frontend', 'integration', 'e2e']);
const words = process.argv.slice(2).filter((word) => word !== '--selectProjects');
const options = words.filter((word) => word.startsWith('-'));
const chosen = words.filter((word) => kinds.has(word));
const paths = words
  .filter((word) => !word.startsWith('-') && !kinds.has(word))
  .map((word) => (word === '.' ? process.cwd() + path.sep : word));

// Both options take any number of values, so neither may stand where the other's values would be read as its own.
const projects = chosen.length > 0 ? ['--selectProjects', ...chosen] : [];
const patterns = paths.length > 0 ? ['--testPathPatterns', ...paths] : [];
const { status, signal } = spawnSync(
  node24(),
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    path.join(root, 'jest.config.mjs'),
    ...options,
    ...projects,
    ...patterns,
  ],
  { cwd: root, stdio: 'inherit', env: environment() },
);
process.exit(signal ? 1 : (status ?? 1));
