import type { RuleSource } from '../../model/api.ts';
import type { DirectiveNode, RuleNode } from '../../model/ast.ts';
import { splitLogicalLines } from './logical-lines.ts';
import { parseActions } from './parse-actions.ts';
import { parseOperator } from './parse-operator.ts';
import { parseVariables } from './parse-variables.ts';
import { tokenize } from './tokenizer.ts';

/**
 * Text → logical lines (continuations joined) → words (quotes resolved) → directives. A directive knows only its
 * name and words; `parseRule` takes SecRule and SecAction apart further.
 */
export function parseDirectives(source: RuleSource): DirectiveNode[] {
  return splitLogicalLines(source).map((line) => {
    const [name, ...args] = tokenize(line);
    return { line, offset: name!.offset, name: name!.value, args };
  });
}

export function parseRule(node: DirectiveNode): RuleNode {
  const { line, offset, args } = node;
  if (node.name.toLowerCase() === 'secaction') {
    if (args.length !== 1)
      throw line.error('seclang_syntax', 'SecAction takes one argument: actions', offset);
    return {
      line,
      offset,
      kind: 'SecAction',
      variables: [],
      operator: null,
      actions: parseActions(line, args[0]!),
    };
  }
  const [variables, operator, actions, surplus] = args;
  if (variables === undefined || operator === undefined) {
    throw line.error('seclang_syntax', 'SecRule takes variables, an operator and actions', offset);
  }
  if (surplus !== undefined)
    throw line.error('seclang_syntax', 'SecRule takes at most three arguments', surplus.offset);
  return {
    line,
    offset,
    kind: 'SecRule',
    variables: parseVariables(line, variables),
    operator: parseOperator(line, operator),
    actions: actions === undefined ? [] : parseActions(line, actions),
  };
}
