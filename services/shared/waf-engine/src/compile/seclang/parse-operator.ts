import type { OperatorNode, Token } from '../../model/ast.ts';
import type { LogicalLine } from '../../model/logical-line.ts';
import { offsetInLine } from './tokenizer.ts';

const OPERATOR = /^(\s*!?\s*)@([A-Za-z0-9_]+)(\s*)/;
const NEGATION = /^\s*!\s*/;

/** `[!]@name argument`; without `@` the whole argument is a pattern for `@rx`. */
export function parseOperator(line: LogicalLine, token: Token): OperatorNode {
  const text = token.value;
  const named = OPERATOR.exec(text);
  if (named !== null) {
    return {
      line,
      offset: offsetInLine(token, named[1]!.length),
      negated: named[1]!.includes('!'),
      name: named[2]!.toLowerCase(),
      spelling: named[2]!,
      argument: text.slice(named[0].length),
      argumentOffset: offsetInLine(token, named[0].length),
    };
  }
  const negation = NEGATION.exec(text)?.[0] ?? '';
  const offset = offsetInLine(token, negation.length);
  return {
    line,
    offset,
    negated: negation !== '',
    name: 'rx',
    spelling: 'rx',
    argument: text.slice(negation.length),
    argumentOffset: offset,
  };
}
