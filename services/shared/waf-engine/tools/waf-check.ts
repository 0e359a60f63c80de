/** `npm run waf:check -- FILE.conf … [--id N]`: compiles rules and says what they mean, or where they are wrong. */
import { parseArgs } from 'node:util';
import { parseDirectives, parseRule } from '../src/compile/seclang/parser.ts';
import { compileRuleSet, RuleError } from '../src/index.ts';
import { filePorts, readSource } from './shared/rule-files.ts';

const { values, positionals } = parseArgs({ options: { id: { type: 'string' } }, allowPositionals: true });
if (positionals.length === 0) {
  console.error('usage: waf:check -- FILE.conf … [--id N]');
  process.exit(2);
}

try {
  const sources = positionals.map(readSource);
  const ruleSet = compileRuleSet(sources, { ports: filePorts });
  for (const id of ruleSet.ruleIds) {
    if (values.id !== undefined && Number(values.id) !== id) continue;
    const rule = ruleSet.describe(id)!;
    console.log(
      `${rule.source}:${rule.line}  rule ${id}, phase ${rule.phase}${rule.severity === null ? '' : `, ${rule.severity}`}`,
    );
    if (rule.message !== '') console.log(`    ${rule.message}`);
    if (rule.tags.length > 0) console.log(`    tags: ${rule.tags.join(', ')}`);
    if (values.id !== undefined) for (const line of explain(rule.text)) console.log(`    ${line}`);
  }
  console.log(`${ruleSet.ruleCount} rules are valid`);
} catch (error) {
  if (!(error instanceof RuleError)) throw error;
  console.error(`${error.message}\n[${error.code}]`);
  process.exitCode = 1;
}

/** One line for each link of a chain: what is looked at, how it is changed first, what is asked, what follows. */
function explain(text: string): string[] {
  return parseDirectives({ name: 'rule', text }).flatMap((node, index) => {
    const { variables, operator, actions } = parseRule(node);
    const named = (name: string) =>
      actions.filter((action) => action.name === name).map((action) => action.argument ?? '');
    const targets = variables.map(
      ({ modifier, text: target }) =>
        `${{ none: '', count: 'number of ', exclude: 'not ' }[modifier]}${target}`,
    );
    const effects = actions.filter((action) =>
      ['setvar', 'ctl', 'initcol', 'expirevar', 'skipafter'].includes(action.name),
    );
    return [
      `${index === 0 ? 'if' : 'and'} ${targets.join(', ') || 'always'}`,
      ...(named('t').length > 0 ? [`   after ${named('t').join(', ')}`] : []),
      ...(operator === null
        ? []
        : [`   ${operator.negated ? 'not ' : ''}@${operator.spelling} ${operator.argument}`]),
      ...effects.map((action) => `   then ${action.name} ${action.argument ?? ''}`),
    ];
  });
}
