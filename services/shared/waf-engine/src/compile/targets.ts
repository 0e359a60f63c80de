import { compilePattern, PatternError } from '@palisade/regex';
import { parseXPath } from '../evaluate/body-processors/xpath.ts';
import { variables } from '../evaluate/variables/registry.ts';
import type { Selector, VariableNode } from '../model/ast.ts';
import type { CompiledSelector, CompiledTarget } from '../model/compiled-rules.ts';
import { lowerAscii } from '../model/entry.ts';
import type { RuleError, RuleErrorCode } from '../model/errors.ts';
import { KeyPattern } from '../model/key-pattern.ts';

type Raise = (code: RuleErrorCode, detail: string) => RuleError;

/** `ARGS:/^id/` → the variable's definition and a selector that is ready to use. */
export function compileTarget(node: VariableNode): CompiledTarget {
  const raise: Raise = (code, detail) => node.line.error(code, detail, node.offset);
  const variable = variables.get(node.name);
  if (variable === undefined) throw raise('seclang_unknown_variable', `no such variable: ${node.name}`);
  if (variable.kind === 'scalar' && node.selector !== null) {
    throw raise('seclang_bad_argument', `${node.name} is not a collection`);
  }
  if (variable.kind === 'xpath' && node.selector === null && node.modifier === 'none') {
    throw raise('seclang_bad_argument', `${node.name} needs a path such as /*`);
  }
  return {
    name: node.name,
    variable,
    selector: node.selector === null ? null : compileSelector(node.selector, raise),
    count: node.modifier === 'count',
    text: node.text,
  };
}

function compileSelector(selector: Selector, raise: Raise): CompiledSelector {
  switch (selector.kind) {
    case 'key':
      return { kind: 'key', lowerKey: lowerAscii(selector.key) };
    case 'macro':
      return { kind: 'macro', template: selector.template };
    case 'xpath':
      if (parseXPath(selector.path) === null)
        throw raise('seclang_bad_argument', `unsupported path: ${selector.path}`);
      return { kind: 'xpath', path: selector.path };
    case 'regex':
      return { kind: 'regex', pattern: compileKeyPattern(selector.source, raise) };
  }
}

function compileKeyPattern(source: string, raise: Raise) {
  try {
    return new KeyPattern(compilePattern(source, { caseInsensitive: true }));
  } catch (error) {
    if (error instanceof PatternError) throw raise(error.code, `${error.message} in /${source}/`);
    throw error;
  }
}
