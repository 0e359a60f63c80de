// Runs Jest on Node's own ES modules: `node tools/jest.mjs [KIND …] [PATH …] [--jest-option …]`.
// A path of '.' means: only the tests below the current folder. Exits by the verdict over the tests (`test-verdict.mjs`).
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWords } from './jest-words.mjs';
import { runToItsEnd } from './test-processes.mjs';
import { node24, root, testEnvironment } from './workspace.mjs';

const jest = createRequire(import.meta.url)
  .resolve('jest/package.json')
  .replace(/package\.json$/, 'bin/jest.js');
const args = readWords(process.argv.slice(2), new Set(['unit', 'frontend', 'integration', 'e2e']));
const paths = args.paths.map((word) => (word === '.' ? process.cwd() + path.sep : word));

// Both options take any number of values, so neither may stand where the other's values would be read as its own.
const projects = args.kinds.length > 0 ? ['--selectProjects', ...args.kinds] : [];
const patterns = paths.length > 0 ? ['--testPathPatterns', ...paths] : [];
const summaryFile =
  process.env.PALISADE_TEST_SUMMARY ??
  path.join(mkdtempSync(path.join(tmpdir(), 'palisade-jest-')), 'summary');
const status = await runToItsEnd(
  node24(),
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    path.join(root, 'jest.config.mjs'),
    ...args.options,
    ...projects,
    ...patterns,
  ],
  { cwd: root, stdio: 'inherit', env: { ...testEnvironment(), PALISADE_TEST_SUMMARY: summaryFile } },
);
process.exit(verdict(status));

/** Jest itself knows neither quarantined tests nor skips that are not allowed. */
function verdict(jestStatus) {
  if (!existsSync(summaryFile)) return jestStatus;
  const { failed, quarantinedFailed } = JSON.parse(readFileSync(summaryFile, 'utf8'));
  if (failed > 0) return 1;
  return quarantinedFailed > 0 ? 0 : jestStatus;
}
