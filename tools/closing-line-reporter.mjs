import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { skipReasonIn } from './allowed-skips.mjs';
import { closingLine, failuresTold, verdictOf } from './test-verdict.mjs';
import { root } from './workspace.mjs';

const TIMES = path.join(root, 'tools/test-times.json');
const RECORDED_S = 3;
const SLOWEST = 10;
const SLOW_MS = 5_000;
/** No file takes as long as this; a run in which none ends any more says which it was, and stops. */
const STALLED_MS = 600_000;
/** Shared servers have ended by then; a longer run is kept open by a resource that a test did not release. */
const STILL_OPEN_MS = 45_000;

/**
 * Ends every Jest run with one line that people and machines read alike: `N passed, N failed`. Before it, it names the files that took longest.
 * With PALISADE_TEST_SUMMARY it also writes the counts to that file: `tools/jest.mjs` exits by them.
 */
export default class ClosingLineReporter {
  #running = new Map();
  #tests = [];

  constructor({ testNamePattern }) {
    this.chosenByName = Boolean(testNamePattern);
  }

  onRunStart() {
    this.watch = setInterval(() => this.endIfStalled(), 30_000);
    this.watch.unref();
  }

  onTestFileStart({ path: file }) {
    this.#running.set(file, Date.now());
  }

  onTestFileResult({ path: file }, result) {
    this.#running.delete(file);
    this.#tests.push(...testsOf(result));
  }

  endIfStalled() {
    const stalled = [...this.#running].filter(([, since]) => Date.now() - since > STALLED_MS);
    if (stalled.length === 0) return;
    const minutes = STALLED_MS / 60_000;
    const unanswered = stalled.map(([file]) => ({
      file: path.relative(root, file),
      test: '(it did not end)',
      status: 'failed',
      message: `it had been running for over ${minutes} minutes when the run was given up`,
    }));
    // Quarantined tests that are not there may be among those that were not reached.
    this.conclude([...this.#tests, ...unanswered], { whole: false, interrupted: true });
    process.exit(1);
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.watch);
    setTimeout(tellWhatIsOpen, STILL_OPEN_MS).unref();
    this.conclude(results.testResults.flatMap(testsOf), {
      whole: !this.chosenByName && !results.wasInterrupted,
      interrupted: results.wasInterrupted || results.numTotalTestSuites === 0,
    });
    process.stdout.write(slowest(results.testResults));
    if (process.env.PALISADE_RECORD_TIMES === '1') recordTimes(results.testResults);
  }

  /** Prints the failures and the number of passed tests at the very end, and passes the counts to the parent process. */
  conclude(tests, { whole, interrupted }) {
    const { counts, failures, quarantinedFailures } = verdictOf(tests, { whole });
    process.on('exit', () => {
      process.stdout.write(failuresTold('quarantined, and failed', quarantinedFailures));
      process.stdout.write(failuresTold('failed', failures));
      process.stdout.write(`${closingLine(counts)}\n`);
    });
    const summaryFile = process.env.PALISADE_TEST_SUMMARY;
    if (summaryFile !== undefined) writeFileSync(summaryFile, JSON.stringify({ ...counts, interrupted }));
  }
}

/** A file that could not be loaded has no tests of its own to fail, so it counts as one failure. */
function testsOf({ testFilePath, testExecError, testResults }) {
  const file = path.relative(root, testFilePath);
  const unloaded = {
    file,
    test: '(it did not load)',
    status: 'failed',
    message: textOf(testExecError ?? {}),
  };
  return [
    ...(testExecError ? [unloaded] : []),
    ...testResults.map(({ ancestorTitles, title, status, failureMessages }) => {
      const test = [...ancestorTitles, title].join(' › ');
      if (status === 'passed') return { file, test, status };
      if (status === 'failed') return { file, test, status, message: failureMessages[0] ?? '' };
      return { file, test, status: 'skipped', skipReason: skipReasonIn(test) };
    }),
  ];
}

const textOf = (error) => error.stack || error.message || String(error);

function slowest(files) {
  const lines = files
    .filter(({ perfStats }) => perfStats.runtime >= SLOW_MS)
    .sort((a, b) => b.perfStats.runtime - a.perfStats.runtime)
    .slice(0, SLOWEST)
    .map(({ perfStats, testFilePath }) => {
      const seconds = (perfStats.runtime / 1000).toFixed(0).padStart(6);
      return `${seconds} s  ${path.relative(process.cwd(), testFilePath)}\n`;
    });
  return lines.length === 0 ? '' : `\nSlowest files:\n${lines.join('')}`;
}

/** A tests' runner that does not come to its end after its last test is a defect: this says where to look. */
function tellWhatIsOpen() {
  const open = new Map();
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1);
  const kinds = [...open].map(([kind, count]) => `${count} ${kind}`).join(', ');
  process.stdout.write(`palisade: still open ${STILL_OPEN_MS / 1000} s after the last test: ${kinds}\n`);
}

/** What `test-sequencer.mjs` goes by: of files of one name the longest; files that did not run keep what they had. */
function recordTimes(files) {
  const times = new Map(Object.entries(JSON.parse(readFileSync(TIMES, 'utf8'))));
  const ran = Map.groupBy(files, ({ testFilePath }) => path.basename(testFilePath));
  for (const [name, ofName] of ran)
    times.set(name, Math.max(...ofName.map(({ perfStats }) => Math.round(perfStats.runtime / 1000))));
  const long = [...times].filter(([, seconds]) => seconds >= RECORDED_S);
  const sorted = long.sort(([nameA, a], [nameB, b]) => b - a || nameA.localeCompare(nameB));
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
