/**
 * Every operator against ModSecurity 3.0.9's own vectors and Coraza's, the patterns included. The counts are asserted; where we
 * differ, the table says why. Vectors for operators that do not compile here must fail with a RuleError that says so.
 */

import {
  describeWithData,
  listFiles,
  readArchive,
  readJson,
  readText,
} from '../../../regex/test/support/test-data.ts';
import { operators } from '../../src/evaluate/operators/index.ts';
import { RuleError } from '../../src/model/errors.ts';
import { compileOperator, RecordingContext } from '../support/operator-context.ts';
import { type Deviation, type Vector, vectorBytes } from '../support/vectors.ts';

const MODSECURITY = 'engine/modsecurity/tests.tar.gz';
const MODSECURITY_FOLDER = 'secrules-language-tests/operators/';
const CORAZA = 'engine/coraza/operators';

/** What an operator answered: 1 or 0 as in the vectors, or the code of the error that kept it from compiling. */
type Answer = 0 | 1 | string;

interface Outcome {
  readonly run: number;
  readonly agreeing: number;
  readonly differing: readonly Deviation[];
}

const BAD_RANGE = 'libmodsecurity ignores a range that it cannot read; here the rule does not compile';
const BAD_PREFIX = 'a prefix longer than the address: the rule does not compile, in libmodsecurity neither';

const MODSECURITY_DEVIATIONS: readonly Deviation[] = [
  { name: 'ipMatch', param: '10.0.0.0/100', input: '10.10.10.11', reason: BAD_PREFIX },
  { name: 'validateByteRange', param: '', input: 'TestCase', reason: BAD_RANGE },
  { name: 'validateByteRange', param: 'xxx', input: 'TestCase', reason: BAD_RANGE },
  { name: 'validateByteRange', param: 'xxx', input: '\0', reason: BAD_RANGE },
];

const SCHEMA = 'testdata/schema.json';
const NO_SCHEMA = '@validateSchema is unsupported and does not compile';
const NO_NID = 'an operator of Coraza, not of libmodsecurity';

const CORAZA_DEVIATIONS: readonly Deviation[] = [
  { name: 'ipMatch', param: '10.0.0.0/100', input: '10.10.10.11', reason: BAD_PREFIX },
  {
    name: 'ipMatch',
    param: '0:0::/80',
    input: '0000:0000:0000:0000:0000:ffff:ffff:ffff',
    reason:
      'Go takes ::ffff:ffff:ffff for an IPv4 address and so for none of an IPv6 network; ModSecurity expects a match',
  },
  { name: 'validateByteRange', param: '', input: 'TestCase', reason: BAD_RANGE },
  ...['11.111.111-1', '11.111.111-0'].map((input) => ({
    name: 'validateNid',
    param: 'cl ^\\d{1,2}\\.\\d{3}\\.\\d{3}[-][0-9kK]{1}$',
    input,
    reason: NO_NID,
  })),
  ...['219-09-9999', '000-09-9999'].map((input) => ({
    name: 'validateNid',
    param: 'us .*',
    input,
    reason: NO_NID,
  })),
  ...[
    '{"name": "John", "age": 30}',
    '{"name": "John", age: 30}',
    '{"name": "John"}',
    '{"name": "John", "age": "thirty"}',
    '',
  ].map((input) => ({ name: 'validateSchema', param: SCHEMA, input, reason: NO_SCHEMA })),
];

describeWithData('ModSecurity 3.0.9 operator vectors', MODSECURITY, () => {
  it('agrees with all 3,952 but for the listed deviations', () => {
    const archive = readArchive(MODSECURITY);
    const files = Object.fromEntries(
      [...archive].map(([name, content]) => [`test-cases/${name}`, content.toString('latin1')]),
    );
    const vectors = [...archive]
      .filter(([name]) => name.startsWith(MODSECURITY_FOLDER) && name.endsWith('.json'))
      .flatMap(([, content]) => JSON.parse(content.toString('utf8')) as Vector[]);
    // Its harness holds texts in C strings: what follows a NUL character in the JSON is never seen.
    const outcome = judge(vectors, files, (text) => vectorBytes(text.split('\0')[0]!));
    expect(outcome.run).toBe(3952);
    expectDeviations(outcome, MODSECURITY_DEVIATIONS);
  });
});

describeWithData('Coraza operator vectors', CORAZA, () => {
  it('agrees with all 3,934 but for the listed deviations', () => {
    const data = listFiles(`${CORAZA}/op`, '.dat').map(
      (file) => [file, readText(`${CORAZA}/op/${file}`)] as const,
    );
    const files = Object.fromEntries(
      data.flatMap(([file, text]) => [
        [file, text],
        [`test-cases/secrules-language-tests/operators/op/${file}`, text],
      ]),
    );
    const vectors = listFiles(CORAZA, '.json').flatMap((file) => readJson<Vector[]>(`${CORAZA}/${file}`));
    const outcome = judge(vectors, files, vectorBytes);
    expect(outcome.run).toBe(3934);
    expectDeviations(outcome, CORAZA_DEVIATIONS);
  });
});

function judge(
  vectors: readonly Vector[],
  files: Readonly<Record<string, string>>,
  bytes: (text: string) => string,
): Outcome {
  const differing: Deviation[] = [];
  for (const { name, input, param = '', ret } of vectors) {
    const answer = ask(name, bytes(param), bytes(input), files);
    if (answer !== ret) differing.push({ name, param, input, reason: `expected ${ret}, got ${answer}` });
  }
  return { run: vectors.length, agreeing: vectors.length - differing.length, differing };
}

function ask(name: string, param: string, input: string, files: Readonly<Record<string, string>>): Answer {
  if (!(name.toLowerCase() in operators)) return 'unknown';
  try {
    return compileOperator(name, param, files).evaluate(input, new RecordingContext()) ? 1 : 0;
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

/** Each difference is one that the table explains, and each row of the table is a difference. */
function expectDeviations(outcome: Outcome, known: readonly Deviation[]): void {
  const key = ({ name, param, input }: Deviation) => JSON.stringify([name, param, input]);
  expect(outcome.differing.map(key).sort()).toEqual(known.map(key).sort());
  expect(outcome.agreeing).toBe(outcome.run - known.length);
}
