import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

export interface TestResult {
  id: string;
  kind: 'required' | 'optimal' | 'check';
  /** 'setup': the suite could not bring the cache into the state that it wanted to look at. */
  outcome: 'pass' | 'fail' | 'setup' | 'depends' | 'untested';
  detail: string;
}

const suites = z.array(
  z.object({
    tests: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['required', 'optimal', 'check']).default('required'),
        depends_on: z.array(z.string()).default([]),
        browser_only: z.boolean().default(false),
      }),
    ),
  }),
);
const outcomes = z.record(
  z.string(),
  z.union([z.literal(true), z.tuple([z.string(), z.string()]).rest(z.unknown())]),
);

/** Judges what the client printed by the suite's own rules: a test that depends on a failed one says nothing. */
export async function readResults(directory: string, output: string): Promise<TestResult[]> {
  const module: { default: unknown } = await import(
    pathToFileURL(path.join(directory, 'tests/index.mjs')).href
  );
  const tests = suites.parse(module.default).flatMap((suite) => suite.tests);
  const found = outcomes.parse(JSON.parse(output.slice(output.indexOf('{'))));
  const passed = new Map<string, boolean>();
  const holds = (id: string): boolean => {
    const known = passed.get(id);
    if (known !== undefined) return known;
    const test = tests.find((candidate) => candidate.id === id);
    const result = found[id] === true && (test?.depends_on ?? []).every(holds);
    passed.set(id, result);
    return result;
  };
  return tests
    .filter((test) => !test.browser_only)
    .map(({ id, kind, depends_on }) => {
      const result = found[id];
      const detail = Array.isArray(result) ? `${result[0]}: ${result[1]}` : '';
      if (result === undefined) return { id, kind, outcome: 'untested', detail };
      if (!depends_on.every(holds)) return { id, kind, outcome: 'depends', detail };
      if (result === true) return { id, kind, outcome: 'pass', detail };
      return { id, kind, outcome: result[0] === 'Setup' ? 'setup' : 'fail', detail };
    });
}

export function countResults(results: readonly TestResult[]) {
  const counts = {
    required: { pass: 0, fail: 0, other: 0 },
    optimal: { pass: 0, fail: 0, other: 0 },
    check: { pass: 0, fail: 0, other: 0 },
  };
  for (const { kind, outcome } of results) {
    counts[kind][outcome === 'pass' || outcome === 'fail' ? outcome : 'other']++;
  }
  return counts;
}
