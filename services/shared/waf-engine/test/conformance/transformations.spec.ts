/**
 * Every transformation against ModSecurity 3.0.9's own vectors and Coraza's. The counts are asserted, so that a vector which
 * is not found or not run is a failure; where we differ, the table says why.
 */

import { describeWithData, listFiles, readArchive, readJson } from '../../../regex/test/support/test-data.ts';
import { transformations } from '../../src/evaluate/transformations/index.ts';
import { type Deviation, type Vector, vectorBytes } from '../support/vectors.ts';

const MODSECURITY = 'engine/modsecurity/tests.tar.gz';
const MODSECURITY_FOLDER = 'secrules-language-tests/transformations/';
const CORAZA = 'engine/coraza/transformations';

interface Outcome {
  readonly run: number;
  readonly differing: readonly Deviation[];
}

const UNICODE_MAP =
  'without SecUnicodeMapFile libmodsecurity takes the low byte of every character; we always use the code page that its recommended configuration names';

const MODSECURITY_DEVIATIONS: readonly Deviation[] = [
  { name: 'urlDecodeUni', input: '+%u0000%u0001', reason: UNICODE_MAP },
];

const CORAZA_DEVIATIONS: readonly Deviation[] = [
  {
    name: 'cssDecode',
    input: 'test\\a\\b\\f',
    reason: 'Coraza writes the character in UTF-8; libmodsecurity keeps the low byte',
  },
  {
    name: 'cssDecode',
    input: '\\1A\\1 A',
    reason: 'Coraza writes the character in UTF-8; libmodsecurity keeps the low byte',
  },
  {
    name: 'hexDecode',
    input: '01234567890z',
    reason: 'Coraza gives nothing for a byte that is no digit; libmodsecurity computes with it',
  },
  {
    name: 'hexDecode',
    input: '54657374004',
    reason: 'Coraza gives nothing for an odd number of digits; libmodsecurity drops the last',
  },
];

describeWithData('ModSecurity 3.0.9 transformation vectors', MODSECURITY, () => {
  const vectors = [...readArchive(MODSECURITY)]
    .filter(([name]) => name.startsWith(MODSECURITY_FOLDER) && name.endsWith('.json'))
    .flatMap(([name, content]) => parse(name.slice(MODSECURITY_FOLDER.length), content.toString('utf8')));

  it('has 374, of which 13 are for phpArgsNames, a transformation that no release of libmodsecurity has', () => {
    expect(vectors).toHaveLength(374);
    expect(vectors.filter((vector) => vector.name === 'phpArgsNames')).toHaveLength(13);
  });

  it('agrees with all others but for the listed deviations', () => {
    const known = vectors.filter((vector) => vector.name !== 'phpArgsNames');
    // Its harness holds texts in C strings: what follows a NUL character in the JSON is never seen.
    const outcome = judge(known, (text) => vectorBytes(text.split('\0')[0]!));
    expect(outcome.run).toBe(361);
    expectDeviations(outcome, MODSECURITY_DEVIATIONS);
  });
});

describeWithData('Coraza transformation vectors', CORAZA, () => {
  it('agrees with all 358 but for the listed deviations', () => {
    const vectors = listFiles(CORAZA, '.json').flatMap((file) =>
      readJson<Vector[]>(`${CORAZA}/${file}`).map((vector) => ({
        ...vector,
        name: file.slice(0, -'.json'.length),
      })),
    );
    const outcome = judge(vectors, vectorBytes);
    expect(outcome.run).toBe(358);
    expectDeviations(outcome, CORAZA_DEVIATIONS);
  });
});

function parse(file: string, json: string): Vector[] {
  return (JSON.parse(json) as Vector[]).map((vector) => ({
    ...vector,
    name: file.slice(0, -'.json'.length),
  }));
}

function judge(vectors: readonly Vector[], bytes: (text: string) => string): Outcome {
  const differing: Deviation[] = [];
  for (const vector of vectors) {
    const entry = transformations[vector.name.toLowerCase()];
    if (entry === undefined) throw new Error(`no transformation ${vector.name}`);
    const output = entry.apply(bytes(vector.input));
    const expected = bytes(vector.output ?? '');
    if (output !== expected) {
      differing.push({
        name: vector.name,
        input: vector.input,
        reason: `expected ${JSON.stringify(expected)}, got ${JSON.stringify(output)}`,
      });
    }
  }
  return { run: vectors.length, differing };
}

/** Each difference is one that the table explains, and each row of the table is a difference. */
function expectDeviations(outcome: Outcome, known: readonly Deviation[]): void {
  const unexplained = outcome.differing.filter(
    (found) => !known.some((row) => row.name === found.name && found.input.startsWith(row.input)),
  );
  expect(unexplained).toEqual([]);
  expect(outcome.differing).toHaveLength(known.length);
}
