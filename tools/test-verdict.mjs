import { stripVTControlCharacters } from 'node:util';
import { ALLOWED_SKIPS, mayBeSkipped } from './allowed-skips.mjs';
import { readQuarantine } from './quarantine.mjs';

/** Limits of the printed failures, so that the end of the log stays readable. */
const MAX_LINES = 8;
const MAX_COLUMNS = 220;
const MAX_TESTS = 30;

/**
 * @typedef {{ file: string, test: string, status: 'passed' | 'failed' | 'skipped', message?: string, skipReason?: string | null }} Test
 *   `file` from the root; `message` of a failure, with colours and stack
 * @typedef {{ passed: number, failed: number, skipped: number, quarantined: number, quarantinedFailed: number }} Counts
 */

/**
 * What a run's tests amount to: quarantined ones are counted apart, a skip without an allowed reason is a failure.
 * @param tests {Test[]}
 * @param options {{ whole: boolean }} whole: all tests of these files ran, none was left out by name
 * @returns {{ counts: Counts, failures: Test[], quarantinedFailures: Test[] }}
 */
export function verdictOf(
  tests,
  { whole },
  quarantined = readQuarantine().tests,
  allowedSkips = ALLOWED_SKIPS,
) {
  const isQuarantined = ({ file, test }) =>
    quarantined.some((entry) => entry.file === file && entry.test === test);
  const apart = tests.filter(isQuarantined);
  const others = tests.filter((test) => !isQuarantined(test));
  const skips = others.filter(({ status }) => status === 'skipped');
  const forbidden = whole
    ? skips.filter(({ skipReason = null }) => !mayBeSkipped(skipReason, allowedSkips))
    : [];
  const files = new Set(tests.map(({ file }) => file));
  const gone = whole
    ? quarantined.filter((entry) => files.has(entry.file) && !apart.some(({ test }) => test === entry.test))
    : [];
  const failures = [
    ...others.filter(({ status }) => status === 'failed'),
    ...forbidden.map((test) => ({
      ...test,
      message: `it was skipped: ${test.skipReason ?? 'for no stated reason'} (tools/allowed-skips.mjs)`,
    })),
    ...gone.map(({ file, test }) => ({
      file,
      test,
      message: 'tools/quarantine.json names it, and it is gone',
    })),
  ];
  const quarantinedFailures = apart.filter(({ status }) => status === 'failed');
  return {
    counts: {
      passed: others.filter(({ status }) => status === 'passed').length,
      failed: failures.length,
      skipped: skips.length - forbidden.length,
      quarantined: apart.length,
      quarantinedFailed: quarantinedFailures.length,
    },
    failures,
    quarantinedFailures,
  };
}

/** The line that every run ends with. */
export function closingLine({ passed, failed, skipped = 0, quarantined = 0, quarantinedFailed = 0 }) {
  const apart = `${quarantined} quarantined${quarantinedFailed > 0 ? ` (${quarantinedFailed} of them failed)` : ''}`;
  return [
    `${passed} passed, ${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(quarantined > 0 ? [apart] : []),
  ].join(', ');
}

/** @returns {Counts} */
export const sumOf = (...counts) =>
  Object.fromEntries(
    ['passed', 'failed', 'skipped', 'quarantined', 'quarantinedFailed'].map((name) => [
      name,
      counts.reduce((sum, one) => sum + (one[name] ?? 0), 0),
    ]),
  );

/**
 * What the end of a run says of tests that failed: a log is often seen in its last lines only.
 * @param heading {string}
 * @param failures {Test[]}
 */
export function failuresTold(heading, failures) {
  if (failures.length === 0) return '';
  const shown = failures.slice(0, MAX_TESTS).map(({ file, test, message = '' }) => {
    const lines = firstLines(message).map((line) => `      ${line}\n`);
    return `  ${file} › ${test}\n${lines.join('')}`;
  });
  const more = failures.length > MAX_TESTS ? `  and ${failures.length - MAX_TESTS} more\n` : '';
  return `palisade: ${heading}:\n${shown.join('')}${more}`;
}

function firstLines(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s+at /.test(line))
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_COLUMNS ? `${line.slice(0, MAX_COLUMNS)}…` : line));
}
