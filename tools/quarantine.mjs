// Flaky tests that are known by name: `quarantine.json`. They run, and are counted apart; everything else must pass at once.
// `max` is how many there may be. It may only shrink: `npm run check` compares it with every committed version of the file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'tools/quarantine.json';
const root = path.resolve(import.meta.dirname, '..');

/**
 * @typedef {{ file: string, test: string, reason: string, issue: string }} Quarantined
 *   `file` from the root, `test` with its describes, joined by ' › '; `issue`: what is to be found out, and by whom
 * @typedef {{ max: number, tests: Quarantined[] }} Quarantine
 */

/** @returns {Quarantine} */
export const readQuarantine = () => JSON.parse(readFileSync(path.join(root, FILE), 'utf8'));

/**
 * @param quarantine {Quarantine}
 * @param earlier {readonly number[]} each `max` that was committed before
 * @param isFile {(file: string) => boolean}
 * @returns {string[]} what is wrong with the list
 */
export function problemsOfQuarantine(quarantine, earlier, isFile) {
  const problems = [];
  const lowest = Math.min(...earlier);
  if (quarantine.max > lowest)
    problems.push(`max is ${quarantine.max}, and was ${lowest} before: it may only shrink`);
  if (quarantine.tests.length > quarantine.max)
    problems.push(`${quarantine.tests.length} tests are quarantined, ${quarantine.max} may be`);
  for (const { file, test, reason, issue } of quarantine.tests) {
    if (!reason?.trim() || !issue?.trim()) problems.push(`${test}: a reason and an issue line are missing`);
    if (!isFile(file)) problems.push(`${test}: there is no ${file}`);
  }
  return problems;
}

/** Each `max` in the history that this clone has; [] outside a repository. */
function committedMaxima() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('log', '--format=%H', '--diff-filter=AM', '--', FILE);
  if (status !== 0) return [];
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((commit) => JSON.parse(git('show', `${commit}:${FILE}`).stdout).max);
}

if (import.meta.filename === process.argv[1]) {
  const isFile = (file) => existsSync(path.join(root, file));
  const problems = problemsOfQuarantine(readQuarantine(), committedMaxima(), isFile);
  for (const problem of problems) console.error(`${FILE}: ${problem}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
