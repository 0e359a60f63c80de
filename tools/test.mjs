// `npm test [-- KIND …]`: set up, build what the tests start as processes, run Jest and then the browser tests with Playwright,
// each once, and end with `N passed, N failed` over both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildCommand, buildFrontend, buildPrograms, buildTypeScript } from './build.mjs';
import { endLeftovers, endWhenGivenUp, RUN_VARIABLE } from './test-processes.mjs';
import { closingLine, sumOf } from './test-verdict.mjs';
import { ensureInstalled, environment, node24, root, runNode } from './workspace.mjs';

/** Shared servers are stopped after the last test. */
const TIME_TO_END_MS = 60_000;
const jestKinds = ['unit', 'frontend', 'integration', 'e2e'];
const kinds = new Set([...jestKinds, 'browser']);
const args = process.argv.slice(2);
const chosen = args.filter((argument) => kinds.has(argument));
const rest = args.filter((argument) => !kinds.has(argument));
const selected = chosen.length > 0 ? chosen : [...kinds];
const has = (kind) => selected.includes(kind);

ensureInstalled();
buildTypeScript();
if (has('integration') || has('e2e') || has('browser')) {
  buildPrograms();
  runNode(path.join(root, 'tools/system-packages.mjs'), selected);
}
if (has('e2e') || has('browser')) buildFrontend();
if (has('e2e')) buildCommand();
// Files with servers wait for half of their time or more: on two cores, three at once leave a quarter of both idle. On many cores their servers and browsers would
// fight for those that they are timed on. An e2e file starts the whole product, so that a third one or unit tests beside it starve it.
const half = Math.floor(availableParallelism() / 2);
const runs = [
  { kinds: ['unit', 'frontend'], runner: 'tools/jest.mjs', options: [] },
  { kinds: ['integration'], runner: 'tools/jest.mjs', options: [`--maxWorkers=${Math.max(4, half)}`] },
  { kinds: ['e2e'], runner: 'tools/jest.mjs', options: [`--maxWorkers=${Math.max(2, half)}`] },
  { kinds: ['browser'], runner: 'tools/browser-tests.mjs', options: [] },
].filter(({ kinds: of }) => of.some(has));
const results = [];
for (const { kinds: of, runner, options } of runs) {
  const words = runner.endsWith('jest.mjs') ? [...of.filter(has), ...options] : [];
  // With a path for one of them, the others find nothing.
  const none = runner.endsWith('jest.mjs') ? '--passWithNoTests' : '--pass-with-no-tests';
  results.push(await runTests(runner, [...words, ...(runs.length > 1 ? [none] : []), ...rest]));
}
if (results.length > 1) console.log(closingLine(sumOf(...results.map(({ counts }) => counts))));
process.exit(Math.max(...results.map(({ status }) => status)));

/** Runs them once: a test that does not pass at once is a defect, or quarantined by name. */
async function runTests(runner, words) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-test-'));
  const summaryFile = path.join(folder, 'summary.json');
  const run = path.basename(folder);
  endWhenGivenUp(run);
  const child = spawn(node24(), [path.join(root, runner), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment(), PALISADE_TEST_SUMMARY: summaryFile, [RUN_VARIABLE]: run },
  });
  const exit = once(child, 'exit').then(([code]) => code ?? 1);
  const status = await Promise.race([exit, overdue(child, summaryFile)]);
  const left = await endLeftovers(run);
  if (left.length > 0)
    console.log(
      `palisade: left running by the tests, ended now:\n${left.map((it) => `  ${it.slice(0, 200)}\n`).join('')}`,
    );
  const counts = existsSync(summaryFile)
    ? JSON.parse(readFileSync(summaryFile, 'utf8'))
    : { passed: 0, failed: status === 0 ? 0 : 1 };
  if (status === null) console.log(closingLine(counts));
  return { counts, status: status ?? (counts.failed === 0 ? 0 : 1) };
}

/** Resolves, null, when all tests have been counted and their runner does not come to its end. */
async function overdue(child, summaryFile) {
  for (;;) {
    if (existsSync(summaryFile)) break;
    await setTimeout(1_000, undefined, { ref: false });
  }
  await setTimeout(TIME_TO_END_MS, undefined, { ref: false });
  if (child.exitCode !== null || child.signalCode !== null) return null;
  console.log(`palisade: the tests had not ended ${TIME_TO_END_MS / 1000} s after the last of them`);
  return null;
}
