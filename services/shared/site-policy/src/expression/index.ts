export { type Completion, completeExpression, type Suggestion } from './complete-expression.ts';
export { type ConditionGroups, parseExpression } from './parse-expression.ts';
export { printExpression } from './print-expression.ts';
export { ExpressionError } from './tokens.ts';
