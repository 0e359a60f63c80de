import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The folder of third-party requests and vectors, beside the repository unless PALISADE_TEST_DATA says otherwise. */
export const TEST_DATA =
  process.env.PALISADE_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data');

/** `describe` where the data is; elsewhere a skipped suite whose name says why. Benchmarks load this file without Jest. */
export const describeWithTestData = (name: string, tests: () => void): void => {
  if (existsSync(TEST_DATA)) describe(name, tests);
  else describe.skip(`${name} (skipped: no test data at ${TEST_DATA})`, tests);
};

/** One parsed line after another of a .jsonl or .jsonl.gz file below the test data. */
export function* readTestLines<T>(file: string): Generator<T> {
  const bytes = readFileSync(path.join(TEST_DATA, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  for (const line of text.split('\n')) {
    if (line !== '') yield JSON.parse(line) as T;
  }
}
