import { writeFileSync } from 'node:fs';
import path from 'node:path';

const SLOWEST = 10;
const SLOW_MS = 5_000;
/** No file takes as long as this; a run in which none ends any more says which it was, and stops. */
const STALLED_MS = 600_000;

/**
 * Ends every Jest run with one line that people and machines read alike: `N passed, N failed`. Before it, it names the files that took longest.
 * With PALISADE_TEST_SUMMARY it also writes the counts, and which files and tests failed and why, to that file.
 */
export default class ClosingLineReporter {
  #running = new Map();

  onRunStart() {
    this.watch = setInterval(() => this.endIfStalled(), 30_000);
    this.watch.unref();
  }

  onTestFileStart({ path: file }) {
    this.#running.set(file, Date.now());
  }

  onTestFileResult({ path: file }, _result, soFar) {
    this.#running.delete(file);
    this.soFar = soFar;
  }

  endIfStalled() {
    const stalled = [...this.#running].filter(([, since]) => Date.now() - since > STALLED_MS);
    if (stalled.length === 0) return;
    const names = stalled.map(([file]) => path.relative(process.cwd(), file)).join(', ');
    process.stdout.write(`palisade: running for over ${STALLED_MS / 60_000} minutes: ${names}\n`);
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = this.soFar ?? {};
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + stalled.length,
      skipped: numPendingTests,
    };
    process.stdout.write(`${closingLine(counts)}\n`);
    process.exit(1);
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.watch);
    // A file that could not be loaded has no tests of its own to fail, so it counts as one failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    this.line = closingLine({ passed: results.numPassedTests, failed, skipped });
    process.on('exit', () => process.stdout.write(`${this.line}\n`));
    process.stdout.write(slowest(results.testResults));
    const summaryFile = process.env.PALISADE_TEST_SUMMARY;
    if (summaryFile !== undefined) {
      const failedFiles = results.testResults.filter(
        (file) => file.numFailingTests > 0 || file.testExecError,
      );
      const summary = {
        passed: results.numPassedTests,
        failed,
        skipped,
        failedFiles: failedFiles.map((file) => file.testFilePath),
        failures: failedFiles.flatMap(failuresOf),
        passedInFailedFiles: failedFiles.reduce((sum, file) => sum + file.numPassingTests, 0),
        skippedInFailedFiles: failedFiles.reduce((sum, file) => sum + file.numPendingTests, 0),
      };
      writeFileSync(summaryFile, JSON.stringify(summary));
    }
  }
}

function failuresOf({ testFilePath: file, testExecError, testResults }) {
  if (testExecError) return [{ file, test: '(it did not load)', message: textOf(testExecError) }];
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ ancestorTitles, title, failureMessages }) => ({
      file,
      test: [...ancestorTitles, title].join(' › '),
      message: failureMessages[0] ?? '',
    }));
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

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
