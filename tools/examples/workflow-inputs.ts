import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  jobs?: Record<string, { steps?: Step[] }>;
}
interface Action {
  inputs: Record<string, { required?: boolean }>;
}

export const isWorkflow = (text: string): boolean => 'jobs' in (parse(text) as object);

/** What a workflow gives our actions that they do not take, and what they need that it does not give. */
export function wrongInWorkflow(text: string): string[] {
  const { jobs = {} } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap(({ steps = [] }) => steps);
  return steps.flatMap(({ uses = '', with: given = {} }) => {
    const folder = /\/palisade\/(.+)@/.exec(uses)?.[1];
    if (folder === undefined) return [];
    const { inputs } = parse(readFileSync(path.join(root, folder, 'action.yml'), 'utf8')) as Action;
    const unknown = Object.keys(given).filter((name) => !(name in inputs));
    const missing = Object.entries(inputs).filter(([name, { required }]) => required && !(name in given));
    return [
      ...unknown.map((name) => `no input ${name}`),
      ...missing.map(([name]) => `input ${name} is not given`),
    ];
  });
}
