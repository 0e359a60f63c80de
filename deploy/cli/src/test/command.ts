import { writeFileSync } from 'node:fs';
import {
  type Command,
  CommandError,
  type CommandInput,
  EXIT,
  type Options,
  text,
  UsageError,
} from '@palisade/command-line';
import { RequestJudge, readSample, recordedSample } from '@palisade/waf-proxy/judge';
import { FILE_HELP, FILE_OPTION } from '../policy/options.ts';
import { type JudgedPolicy, judgedPolicy } from './judged-policy.ts';
import { type JunitCase, junitReport } from './junit.ts';
import { became, failureOf, type Result, resultJson, resultLine, type Totals, totalsLine } from './report.ts';
import { at, type Expectation, type NamedSample, samplesOf } from './samples.ts';

const OPTIONS = {
  ...FILE_OPTION,
  domain: { type: 'string' },
  version: { type: 'string' },
  request: { type: 'string' },
  client: { type: 'string' },
  country: { type: 'string' },
  expect: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
} as const satisfies Options;

const UNEXPECTED = 2;
/** Of a report that is written at the end. */
const MAX_CASES = 200_000;

export const test: Command = {
  summary: 'judges requests by a policy, with the engine of the edge and in this process: nothing is sent',
  usage: '(SAMPLES… | --request REQUEST) [--file FILE | --domain DOMAIN [--version N]] [--expect block|pass]',
  help: `  SAMPLES                .har: an HTTP archive of a browser; .zip: a trace of Playwright; .json, .yaml: an OpenAPI description,
                         whose examples are sent; .jsonl, .jsonl.gz: a request in each line, {"method", "url", "headers",
                         "body" or "body_b64", "expect"}; others: one request's text, or a curl command
  --request REQUEST      one: a curl command, the text of a request, or an address alone
${FILE_HELP}; what it leaves out has its default
  --domain DOMAIN        the policy that the site has now instead, or had as --version N
  --client ADDRESS       who asks (default: 192.0.2.1)
  --country CODE         from where, as ISO 3166-1 (default: not known)
  --expect block|pass    what all are to be; a line's own "expect" comes first
  --junit FILE           a report for build servers
  --json                 for each request a line with everything that led to its verdict
  -q, --quiet            only what is not as expected, and the sum

Rates, bans, floods, caches and virus scanners depend on more than a request: they are left out. Exit code 0: all are as expected;
2: some are not; 1: a request could not be read, or the policy could not be had.`,
  options: OPTIONS,
  usageExit: EXIT.failed,
  run: async (input) => {
    const { values, out } = input;
    const expected = expectationOf(text(values, 'expect'));
    const junit = text(values, 'junit');
    const policy = await judgedPolicy(input);
    const totals: Totals = { blocked: 0, passed: 0, unknown: 0, failed: 0 };
    const cases: JunitCase[] = [];
    for await (const result of judged(input, policy, expected)) {
      count(totals, result);
      if (values.json) out(`${resultJson(result)}\n`);
      else if (!values.quiet || result.failure !== null) out(`${resultLine(result)}\n`);
      if (junit !== undefined) cases.push(caseOf(result));
      if (cases.length > MAX_CASES)
        throw new CommandError('report_too_long', `A report takes ${MAX_CASES} requests.`);
    }
    if (junit !== undefined) writeFileSync(junit, junitReport(policy.name, cases));
    if (!values.json) out(`${policy.name}: ${totalsLine(totals)}\n`);
    return totals.failed > 0 ? UNEXPECTED : EXIT.fine;
  },
};

function expectationOf(written: string | undefined): Expectation | null {
  if (written === undefined) return null;
  if (written !== 'block' && written !== 'pass') throw new UsageError('--expect is block or pass.');
  return written;
}

async function* judged(
  input: CommandInput,
  { domain, site }: JudgedPolicy,
  expected: Expectation | null,
): AsyncGenerator<Result> {
  const { values } = input;
  const client = { address: text(values, 'client'), country: text(values, 'country')?.toUpperCase() };
  const judge = new RequestJudge();
  for await (const named of samplesIn(input, domain)) {
    const explanation = await judge.explain(recordedSample(named.sample, client), site);
    if (explanation === null)
      throw new CommandError('sample_unreadable', `${named.name}: this is no request`);
    yield { ...named, explanation, failure: failureOf(explanation, named.expect ?? expected) };
  }
}

async function* samplesIn(
  { values, positionals }: CommandInput,
  domain: string,
): AsyncGenerator<NamedSample> {
  const request = text(values, 'request');
  if (request === undefined && positionals.length === 0)
    throw new UsageError('test takes files with requests, or --request.');
  if (request !== undefined)
    yield { name: 'request', sample: at('--request', () => readSample(request, domain)), expect: null };
  for (const file of positionals) yield* samplesOf(file, domain);
}

function count(totals: Totals, { explanation, failure }: Result): void {
  const is = became(explanation);
  if (is === 'block') totals.blocked++;
  else if (is === 'pass') totals.passed++;
  else totals.unknown++;
  if (failure !== null) totals.failed++;
}

const caseOf = ({ name, sample, failure }: Result): JunitCase => ({
  name,
  request: `${sample.method} ${sample.target.slice(0, 500)}`,
  failure,
});
