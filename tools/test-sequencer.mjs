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

/**
 * Longest first, by the recorded table: Jest knows how long files take from an earlier run on the same machine only, and else
 * goes by their size, which says nothing about those that start servers. `test-times.json` has whole seconds of the files that
 * take three and more, by their names alone, so that a file that moves keeps its place; PALISADE_RECORD_TIMES=1 writes it anew.
 */
export default class extends TestSequencer {
  sort(tests) {
    const times = JSON.parse(readFileSync(TIMES, 'utf8'));
    const rank = (test) => {
      if (COUNTS_WORK.test(test.path)) return [0, 0];
      const kind = KINDS.indexOf(test.context.config.displayName?.name ?? '');
      return [1 + kind, -(times[path.basename(test.path)] ?? 0)];
    };
    const ranks = new Map(tests.map((test) => [test, rank(test)]));
    return [...super.sort(tests)].sort((a, b) => {
      const [[kindA, timeA], [kindB, timeB]] = [ranks.get(a), ranks.get(b)];
      return kindA - kindB || timeA - timeB;
    });
  }
}
