// `npm run waf:parsers [-- --cases N --minutes M --seed S[,S…] --only busboy --kind multipart --host Java --embedded --report]`
//
// Holds the engine against the parsers of real servers: makes up requests that parsers disagree on, shows each to every parser
// and to the engine with the managed rules' settings, and says which values a parser hands to its application that the engine
// has not seen, though it let the request pass. Ends with an error if there is any. `--report` writes the page in docs/security.
import { writeFileSync } from 'node:fs';
import { availableParallelism, constants, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { HOSTS } from './hosts/index.ts';
import { NotInstalledError } from './hosts/install.ts';
import type { ParserHost } from './hosts/parser-host.ts';
import { reportOf } from './report.ts';
import { CASE_KINDS } from './request-case.ts';
import { type Difference, ParserRun, seedOf } from './run.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../../../../docs/security/parser-differences.md');
const CASES = 6000;
const MAX_CASES = 2 ** 31;
/** Of each parser and kind. */
const MAX_SHOWN = 4;
const SHOWN_CHARACTERS = 600;

const { values } = parseArgs({
  options: {
    cases: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    host: { type: 'string' },
    kind: { type: 'string', multiple: true },
    embedded: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
const cases = Number(values.cases ?? (values.minutes === undefined ? CASES : MAX_CASES));
const seeds = values.seed.split(',').map(Number);
if (!Number.isInteger(cases) || cases < 1) fail('--cases is a whole number from 1');
if (!(minutes > 0)) fail('--minutes is a number above 0');
if (!seeds.every((seed) => Number.isInteger(seed) && seed >= 0)) fail('--seed is whole numbers from 0');
const kinds = CASE_KINDS.filter((kind) => values.kind?.includes(kind) ?? true);
if (kinds.length === 0) fail(`--kind is one of ${CASE_KINDS.join(', ')}`);

// Hosts close with this process; an unhandled signal would end it without closing them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

const hosts: ParserHost[] = [];
for (const [name, start] of Object.entries(HOSTS)) {
  if (values.host !== undefined && values.host !== name) continue;
  try {
    hosts.push(await start());
  } catch (error) {
    if (!(error instanceof NotInstalledError)) throw error;
    console.error(`left out: ${name}: ${error.message}`);
  }
}
if (hosts.length === 0) fail('no parsers');
try {
  const run = new ParserRun(hosts, {
    cases,
    milliseconds: minutes * 60_000,
    seeds,
    kinds,
    only: values.only,
    found: (difference) => process.stderr.write(`${oneLine(difference)}\n`),
  });
  const result = await run.run((done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}`);
  });
  console.table(result.counts);
  const sumOf = (what: 'read' | 'values' | 'unseen') =>
    result.counts.reduce((sum, count) => sum + count[what], 0);
  console.log(
    `${result.cases} cases of seed ${seeds.join(', ')} in ${Math.round(result.seconds)} s, ${Math.round(result.cases / result.seconds)} a second; refused by the engine: ${result.refused}; readings: ${sumOf('read')}, texts: ${sumOf('values')}, with an unseen text: ${sumOf('unseen')}`,
  );
  show('unseen', result.differences);
  if (values.embedded) show('seen within another value only', result.embedded);
  if (values.report) {
    const versions = new Map(hosts.map((host) => [host.name, host.versions]));
    const machine = { cores: availableParallelism(), load: loadavg()[2]! };
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(PAGE, reportOf({ result, versions, seeds, date, machine }));
  }
  if (result.differences.length > 0) process.exitCode = 1;
} finally {
  for (const host of hosts) host.close();
}

/** The complete findings, which a later run can show again. */
function oneLine({ request: { id, kind, ...wire }, parser, values: unseen }: Difference): string {
  return `unseen ${JSON.stringify({ parser, case: id, seed: seedOf(id, seeds), kind, unseen, wire })}`;
}

/** The shortest request of each parser and kind first: it is the easiest to understand. */
function show(what: string, differences: readonly Difference[]): void {
  const size = ({ request }: Difference) =>
    request.body.length + request.target.length + (request.cookie?.length ?? 0);
  const sorted = differences.toSorted((one, other) => size(one) - size(other));
  const shown = new Map<string, number>();
  for (const { request, parser, values: unseen } of sorted) {
    const key = `${parser} ${request.kind}`;
    const times = shown.get(key) ?? 0;
    shown.set(key, times + 1);
    if (times >= MAX_SHOWN) continue;
    const { id, kind, ...wire } = request;
    console.log(
      `\n${what} by ${parser}, case ${id} of seed ${seedOf(id, seeds)} (${kind}): ${JSON.stringify(unseen).slice(0, SHOWN_CHARACTERS)}`,
    );
    console.log(`  ${JSON.stringify(wire).slice(0, SHOWN_CHARACTERS)}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
