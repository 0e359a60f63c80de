/** `npm run waf:redos -- --rules DIR [--setup FILE]`: every pattern and the whole rule set against hostile 8 KB inputs. */
import { parseArgs } from 'node:util';
import { compilePattern, PatternError, StepBudget } from '@palisade/regex';
import { parseDirectives, parseRule } from '../src/compile/seclang/parser.ts';
import { compileRuleSet, type RuleSource, type SiteRuleSet, STEPS_PER_SLICE } from '../src/index.ts';
import { generalInputs, HOSTILE_SIZE, type HostileInput, inputsFor } from './redos/hostile-inputs.ts';
import { longestStretch } from './redos/longest-stretch.ts';
import { filePorts, readRuleDirectory, readSource } from './shared/rule-files.ts';

const GATE_MILLISECONDS = 5;
/** All work of a matcher (transitions, built states, simulated threads, backtracking) divided by the bytes it looked at. */
const MAX_STEPS_PER_BYTE = 2000;

const { values } = parseArgs({
  options: {
    rules: { type: 'string' },
    setup: { type: 'string' },
    repeat: { type: 'string', default: '20' },
  },
});
if (values.rules === undefined) {
  console.error('usage: waf:redos -- --rules DIR [--setup FILE]');
  process.exit(2);
}

const sources: RuleSource[] = [
  { name: 'base.conf', text: 'SecRuleEngine On\nSecRequestBodyAccess On' },
  ...(values.setup === undefined ? [] : [readSource(values.setup)]),
  ...readRuleDirectory(values.rules),
];
const patterns = [...new Set(sources.flatMap(patternsOf))];
const general = generalInputs();

let worstSteps = { perByte: 0, pattern: '', input: '' };
for (const source of patterns) {
  for (const input of [...general, ...inputsFor(source)]) {
    const perByte = stepsPerByte(source, input);
    if (perByte > worstSteps.perByte) worstSteps = { perByte, pattern: source, input: input.name };
  }
}
console.log(
  `${patterns.length} patterns: at most ${worstSteps.perByte.toFixed(1)} steps a byte ` +
    `(${worstSteps.input} on ${worstSteps.pattern.slice(0, 60)})`,
);

const ruleSet = compileRuleSet(sources, { ports: filePorts });
const site = ruleSet.withOverlay({});
const hostile = [
  ...general,
  ...patterns.filter((_, index) => index % 5 === 0).flatMap((source) => inputsFor(source).slice(-1)),
];
console.log(
  `longest stretch for ${hostile.length} inputs of 8 KB, in slices of ${STEPS_PER_SLICE} steps as the data plane runs them ` +
    `(CPU, best of ${values.repeat}):`,
);
const found = slowest(site, hostile, Number(values.repeat));
for (const { input, place, longest, total, slices } of found.slice(0, 8)) {
  const whole = `all ${slices} ${slices === 1 ? 'slice' : 'slices'} together ${total.toFixed(2)} ms`;
  console.log(`${longest.toFixed(2).padStart(8)} ms  ${input} (${place}; ${whole})`);
}
const costliest = found.reduce((most, one) => (one.total > most.total ? one : most));
console.log(
  `most in all: ${costliest.total.toFixed(2)} ms in ${costliest.slices} slices, ${costliest.input} (${costliest.place})`,
);
const failed = found[0]!.longest > GATE_MILLISECONDS || worstSteps.perByte > MAX_STEPS_PER_BYTE;
console.log(
  failed ? `FAILED: gates are ${GATE_MILLISECONDS} ms and ${MAX_STEPS_PER_BYTE} steps a byte` : 'passed',
);
process.exitCode = failed ? 1 : 0;

function patternsOf(source: RuleSource): string[] {
  return parseDirectives(source)
    .filter((node) => node.name.toLowerCase() === 'secrule')
    .map((node) => parseRule(node).operator)
    .filter((operator) => operator?.name === 'rx' && !operator.argument.includes('%{'))
    .map((operator) => operator!.argument);
}

function stepsPerByte(source: string, input: HostileInput): number {
  const budget = new StepBudget();
  try {
    compilePattern(source).exec(input.text, 0, budget);
  } catch (error) {
    if (error instanceof PatternError) return 0;
    throw error;
  }
  return budget.steps / HOSTILE_SIZE;
}

function slowest(target: SiteRuleSet, inputs: readonly HostileInput[], repeat: number) {
  return inputs
    .map((input) => ({ input: input.name, ...longestStretch(target, input.text, repeat) }))
    .sort((left, right) => right.longest - left.longest);
}
