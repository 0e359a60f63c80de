/** Ends every Jest run with one line that people and machines read alike: `N passed, N failed`. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    // A file that could not be loaded has no tests of its own to fail, so it counts as one failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    this.line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    process.on('exit', () => process.stdout.write(`${this.line}\n`));
  }
}
