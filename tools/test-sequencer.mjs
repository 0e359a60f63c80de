import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Jest's own sequencer, of just the version that Jest itself loads.
const fromJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: TestSequencer } = createRequire(fromJest.resolve('@jest/core'))('@jest/test-sequencer');

/** What takes long comes first, so that no core waits at the end for one long file. */
const KINDS = ['e2e', 'integration', 'frontend', 'unit'];
/** Those that count V8's work go through all that their process has loaded: they are quick only in a young one. */
const COUNTS_WORK = /\/(?:linear-readers|count-work)\.spec\.ts$/;

/**
 * Jest knows how long files take from an earlier run, and else by their size, which says nothing about those that start
 * servers. So kinds of tests come in the order above. Among e2e files, those with a product of their own come first, then
 * group after group, so that a shared product runs no longer than its group: see services/e2e/README.md.
 */
export default class extends TestSequencer {
  sort(tests) {
    const place = new Map(tests.map((test) => [test, placeOf(test)]));
    return [...super.sort(tests)].sort((a, b) =>
      place.get(a) < place.get(b) ? -1 : +(place.get(a) > place.get(b)),
    );
  }
}

function placeOf(test) {
  if (COUNTS_WORK.test(test.path)) return '';
  const kind = test.context.config.displayName?.name ?? '';
  return `${KINDS.indexOf(kind)}${kind === 'e2e' ? groupOf(test.path) : ''}`;
}

/** '' for a file with a product of its own. */
function groupOf(file) {
  const [borrows, group = 'customers'] =
    /(?:useWorld|new SharedStack)\((?:'(\w+)')?\)/.exec(readFileSync(file, 'utf8')) ?? [];
  return borrows === undefined ? '' : group;
}
