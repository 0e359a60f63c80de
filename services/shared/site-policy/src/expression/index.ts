export { type ConditionGroups, parseExpression } from './parse-expression.ts';
export { printExpression } from './print-expression.ts';
export { ExpressionError } from './tokens.ts';
