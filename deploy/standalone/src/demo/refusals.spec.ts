import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EVALUATION, FIRED } from './refusals.ts';

const folder = path.resolve(import.meta.dirname, '../../../../services/shared/managed-rules/rules');
const rules = readdirSync(folder)
  .filter((file) => file.endsWith('.conf'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'));

/** The text of a rule from its id on to its end. */
function ruleText(id: number): string {
  for (const text of rules) {
    const at = text.search(new RegExp(`\\bid:${id}\\b`));
    if (at >= 0) return text.slice(at, text.indexOf('"\n', at));
  }
  return '';
}

it.each(Object.entries(FIRED))('what the history says of %s is what the rule says', (_name, fired) => {
  const text = ruleText(fired.rule);
  expect(text).toContain(`msg:'${fired.message}'`);
  expect(text).toContain(`family/${fired.family}`);
  expect(fired.value).toContain(fired.found);
  expect(ruleText(EVALUATION.rule)).not.toBe('');
});
