import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Jest's own sequencer, of just the version that Jest itself loads.
const fromJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: TestSequencer } = createRequire(fromJest.resolve('@jest/core'))('@jest/test-sequencer');

const TIMES = path.join(import.meta.dirname, 'test-times.json');
/** Servers and browsers first, so that no core waits at the end for one long file. */
const KINDS = ['e2e', 'integration', 'frontend', 'unit'];
/** Those that count V8's work go through all that their process has loaded: they are quick only in a young one. */
const COUNTS_WORK = /\/(?:linear-readers|count-work)\.spec\.ts$/;

const ROOT = path.resolve(import.meta.dirname, '..');

/** Files of a package load the same modules. A worker that went to and fro would load all of every package's, and end at its limit of memory. */
function packageOf(file) {
  const parts = path.relative(ROOT, file).split(path.sep);
  return parts.slice(0, parts[1] === 'shared' ? 3 : 2).join('/');
}

/**
 * Package after package, the one with the longest file first, so that short ones are left for the end, and in each the longest first.
 * Jest knows how long files take from an earlier run on the same machine only, and else goes by their size, which says nothing about
 * those that start servers. `test-times.json` has whole seconds of the files that take three and more, by their names alone, so that a
 * file that moves keeps its place; PALISADE_RECORD_TIMES=1 writes it anew.
 */
export default class extends TestSequencer {
  sort(tests) {
    const times = JSON.parse(readFileSync(TIMES, 'utf8'));
    const timeOf = (test) => times[path.basename(test.path)] ?? 0;
    const kindOf = (test) =>
      COUNTS_WORK.test(test.path) ? -1 : KINDS.indexOf(test.context.config.displayName?.name ?? '');
    const longest = new Map();
    for (const test of tests) {
      const name = `${kindOf(test)} ${packageOf(test.path)}`;
      longest.set(name, Math.max(longest.get(name) ?? 0, timeOf(test)));
    }
    const ranks = new Map(
      tests.map((test) => {
        const kind = kindOf(test);
        const name = packageOf(test.path);
        return [test, { kind, name, longest: longest.get(`${kind} ${name}`), time: timeOf(test) }];
      }),
    );
    return [...super.sort(tests)].sort((a, b) => {
      const [one, other] = [ranks.get(a), ranks.get(b)];
      return (
        one.kind - other.kind ||
        other.longest - one.longest ||
        one.name.localeCompare(other.name) ||
        other.time - one.time
      );
    });
  }
}
