// `npm run fuzz -- [--target NAME]… [--time SECONDS] [--seed N] [--jobs N] [--empty] [--keep] [--input FILE]`; see README.md.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ReportedFinding, RunResult } from './messages.ts';
import { runTarget } from './run-target.ts';
import { LOADERS } from './targets/index.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    time: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    jobs: { type: 'string', default: String(availableParallelism()) },
    empty: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    input: { type: 'string' },
  },
});
const findingsFolder = path.join(import.meta.dirname, 'findings');
const names = values.target ?? Object.keys(LOADERS);
const unknown = names.filter((name) => !Object.hasOwn(LOADERS, name));
if (unknown.length > 0 || (values.input !== undefined && names.length !== 1)) {
  const known = Object.keys(LOADERS).join(', ');
  console.error(
    unknown.length > 0
      ? `fuzz: no target ${unknown.join(', ')}; there are ${known}`
      : 'fuzz: --input needs one --target',
  );
  process.exit(2);
}
const began = performance.now();
const results = new Map<string, RunResult>();
const waiting = [...names];
await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, () => work()));
console.table(Object.fromEntries(names.map((name) => [name, rowOf(results.get(name)!)])));
const findings = [...results.values()].reduce((sum, result) => sum + result.findings, 0);
console.log(`fuzz: ${names.length} targets, seed ${values.seed}, ${findings} findings`);
process.exitCode = findings > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    const order = {
      target,
      seed: Number(values.seed),
      seconds: Number(values.time),
      fromEmpty: values.empty,
      keeps: values.keep,
      input: values.input === undefined ? null : readFileSync(values.input, 'latin1'),
    };
    const name = target;
    results.set(name, await runTarget(order, (finding) => tell(name, finding)));
  }
}

function tell(target: string, { kind, detail, stack, input }: ReportedFinding): void {
  const digest = createHash('sha256').update(input, 'latin1').digest('hex').slice(0, 12);
  const file = path.join(findingsFolder, `${target}-${kind}-${digest}`);
  mkdirSync(findingsFolder, { recursive: true });
  writeFileSync(file, input, 'latin1');
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const shown = path.relative(process.cwd(), file);
  console.log(`fuzz: ${target}, after ${seconds} s: ${kind}: ${detail}`);
  console.log(`  ${input.length} bytes, beginning ${JSON.stringify(input.slice(0, 120))}`);
  if (stack !== '') console.log(stack.split('\n').slice(0, 6).join('\n'));
  console.log(`  again: npm run fuzz -- --target ${target} --input ${shown}`);
}

function rowOf(result: RunResult) {
  const { executions, seconds, edges, corpus, paddings, workChecks } = result;
  return {
    executions,
    'exec/s': seconds > 0 ? Math.round(executions / seconds) : 0,
    edges,
    corpus,
    paddings,
    'work checks': workChecks,
    findings: result.findings,
  };
}
