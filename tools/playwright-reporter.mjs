import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closingLine, failuresTold, verdictOf } from './test-verdict.mjs';
import { root } from './workspace.mjs';

/** As `closing-line-reporter.mjs`, for the browser tests: the same verdict over tests, the same last line, the same summary. */
export default class PlaywrightReporter {
  /** Failures outside of any test, such as in a fixture of a worker. */
  #errors = [];

  onBegin(config, suite) {
    this.suite = suite;
    this.whole = config.grep.source === '.*' && config.grepInvert === null;
  }

  onError({ message = '', value = '' }) {
    this.#errors.push({
      file: 'playwright',
      test: '(outside of tests)',
      status: 'failed',
      message: message || value,
    });
  }

  onEnd({ status }) {
    const ran = this.suite?.allTests().map(testOf) ?? [];
    const verdict = verdictOf([...ran, ...this.#errors], { whole: this.whole && status !== 'interrupted' });
    process.stdout.write(failuresTold('quarantined, and failed', verdict.quarantinedFailures));
    process.stdout.write(failuresTold('failed', verdict.failures));
    process.stdout.write(`${closingLine(verdict.counts)}\n`);
    const summaryFile = process.env.PALISADE_TEST_SUMMARY;
    if (summaryFile !== undefined) writeFileSync(summaryFile, JSON.stringify(verdict.counts));
    if (status === 'interrupted') return { status };
    return { status: verdict.counts.failed === 0 ? 'passed' : 'failed' };
  }
}

function testOf(test) {
  // ['', project, file, ...describes, title]
  const [, , , ...names] = test.titlePath();
  const about = { file: path.relative(root, test.location.file), test: names.join(' › ') };
  const outcome = test.outcome();
  if (outcome === 'expected') return { ...about, status: 'passed' };
  if (outcome === 'skipped') {
    const skipped = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme');
    return { ...about, status: 'skipped', skipReason: skipped?.description ?? null };
  }
  const message = test.results.flatMap(({ errors }) =>
    errors.map((error) => error.message ?? error.value ?? ''),
  );
  return { ...about, status: 'failed', message: message.join('\n') };
}
