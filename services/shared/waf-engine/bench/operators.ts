/**
 * Nanoseconds per byte of every transformation and of the operators that look at every byte, on values such as requests have.
 *
 *   node services/shared/waf-engine/bench/operators.ts [name …]
 *
 * Each line is the best of several rounds, so that the machine's other work does not count. `clean` values have nothing to
 * change or find, `dirty` ones do.
 */

import { transformationsByName } from '../src/evaluate/transformations/index.ts';
import { compileOperator, RecordingContext } from '../test/support/operator-context.ts';

const CLEAN = [
  'en-GB,en;q=0.9',
  'https://www.example.com/shop/item',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'sessionid',
  'The quick brown fox jumps over the lazy dog',
  '42',
  'jane.doe@example.com',
];
const DIRTY = [
  "1' UNION/**/ALL SELECT%20password,2 FROM users--",
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '&lt;img src=x onerror=&#97;lert(1)&gt;',
  '..\\..\\..//etc/./passwd\0.jpg',
  '\\u003cscript\\x3e\\101 \\3c ',
  'caf\xc3\xa9  \t \r\n "quoted" ^x^ ,; (y',
  '0x414243 and 1=1 #',
];
const ROUNDS = 7;
const REPEATS = 3000;

const OPERATORS: Readonly<Record<string, string>> = {
  detectSQLi: '',
  detectXSS: '',
  containsWord: 'select',
  ipMatch: '10.0.0.0/8,192.168.0.0/16,2001:db8::/32',
  validateByteRange: '32-126',
  validateUrlEncoding: '',
  validateUtf8Encoding: '',
  verifyCC: '\\d{13,16}',
};

function nanosecondsPerByte(values: readonly string[], run: (value: string) => unknown): number {
  const bytes = values.reduce((sum, value) => sum + value.length, 0);
  let best = Number.POSITIVE_INFINITY;
  let kept: unknown;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let repeat = 0; repeat < REPEATS; repeat++) for (const value of values) kept = run(value);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / (bytes * REPEATS));
  }
  if (kept === Symbol.iterator) throw new Error('unreachable: keeps the results alive');
  return best;
}

const chosen = new Set(process.argv.slice(2));
const subjects: [string, (value: string) => unknown][] = [
  ...Object.entries(transformationsByName).map(([name, { apply }]): [string, typeof apply] => [
    `t:${name}`,
    apply,
  ]),
  ...Object.entries(OPERATORS).map(([name, argument]): [string, (value: string) => boolean] => {
    const operator = compileOperator(name, argument);
    const context = new RecordingContext();
    return [`@${name}`, (value) => operator.evaluate(value, context)];
  }),
].filter(
  ([name]) => chosen.size === 0 || chosen.has(name) || chosen.has(name.slice(1)) || chosen.has(name.slice(2)),
);

console.log(`${'ns/byte'.padEnd(24)}${'clean'.padStart(8)}${'dirty'.padStart(8)}`);
for (const [name, run] of subjects) {
  const clean = nanosecondsPerByte(CLEAN, run).toFixed(2);
  const dirty = nanosecondsPerByte(DIRTY, run).toFixed(2);
  console.log(`${name.padEnd(24)}${clean.padStart(8)}${dirty.padStart(8)}`);
}
