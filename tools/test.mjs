// `npm test [-- KIND …]`: set up, build what the tests start as processes, run Jest, end with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildFrontend, buildTypeScript } from './build.mjs';
import { closingLine } from './closing-line-reporter.mjs';
import { tellRounds } from './rounds.mjs';
import { endLeftovers, RUN_VARIABLE } from './test-processes.mjs';
import { ensureInstalled, environment, node24, root, runNode } from './workspace.mjs';

/** Shared servers are stopped after the last test. */
const TIME_TO_END_MS = 60_000;
const kinds = new Set(['unit', 'frontend', 'integration', 'e2e']);
const args = process.argv.slice(2);
const chosen = args.filter((argument) => kinds.has(argument));
const rest = args.filter((argument) => !kinds.has(argument));
const selected = chosen.length > 0 ? chosen : [...kinds];

ensureInstalled();
buildTypeScript();
if (selected.includes('integration') || selected.includes('e2e'))
  runNode(path.join(root, 'tools/system-packages.mjs'), selected);
if (selected.includes('e2e')) buildFrontend();
// Servers and browsers of several suites at once would fight for the cores that they are timed on.
const workers = selected.includes('e2e') || selected.includes('integration') ? ['--maxWorkers=2'] : [];
const first = await jest([...selected, ...workers, ...rest]);
if (first.failed === 0 || first.failedFiles.length === 0) process.exit(first.status);

// Suites on real servers share this machine's cores while they run side by side. What fails then is run once more with
// the machine to itself, and said aloud: a failure that stays is one, and a file that is named here often is a defect.
console.log(
  `palisade: once more, one by one:\n${first.failedFiles.map((file) => `  ${path.relative(root, file)}`).join('\n')}`,
);
// What a failed test left running must not keep the run from ending.
const second = await jest([...selected, '--runInBand', '--forceExit', ...first.failedFiles]);
if (!second.ended) {
  console.log('palisade: the second round broke off');
  process.stdout.write(tellRounds(first.failures, first.failures, root));
  console.log(closingLine(first));
  process.exit(second.status || 1);
}
const total = {
  passed: first.passed - first.passedInFailedFiles + second.passed,
  failed: second.failed,
  skipped: first.skipped - first.skippedInFailedFiles + second.skipped,
};
process.stdout.write(tellRounds(first.failures, second.failures, root));
console.log(closingLine(total));
process.exit(second.status);

/** Runs Jest; what it counted, and its exit code. */
async function jest(words) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-test-'));
  const summaryFile = path.join(folder, 'summary.json');
  const run = path.basename(folder);
  const child = spawn(node24(), [path.join(root, 'tools/jest.mjs'), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment(), PALISADE_TEST_SUMMARY: summaryFile, [RUN_VARIABLE]: run },
  });
  const exit = once(child, 'exit').then(([code]) => code ?? 1);
  const status = await Promise.race([exit, overdue(summaryFile)]);
  const left = endLeftovers(run);
  if (left.length > 0)
    console.log(
      `palisade: left running by the tests, ended now:\n${left.map((it) => `  ${it.slice(0, 200)}\n`).join('')}`,
    );
  // Without a summary Jest did not get as far as running tests, or broke off.
  const ended = existsSync(summaryFile);
  const summary = ended
    ? JSON.parse(readFileSync(summaryFile, 'utf8'))
    : { failed: 0, failedFiles: [], failures: [] };
  return { ...summary, ended, status: status ?? (summary.failed === 0 ? 0 : 1) };
}

/** Resolves, null, when all tests have been counted and Jest does not come to its end. */
async function overdue(summaryFile) {
  for (;;) {
    if (existsSync(summaryFile)) break;
    await setTimeout(1_000, undefined, { ref: false });
  }
  await setTimeout(TIME_TO_END_MS, undefined, { ref: false });
  console.log(`palisade: Jest had not ended ${TIME_TO_END_MS / 1000} s after the last test`);
  return null;
}
