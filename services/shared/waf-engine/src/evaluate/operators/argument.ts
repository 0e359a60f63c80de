/** Arguments of operators: constant, or made of macros that each transaction expands. */
import type { ByteString } from '../../model/api.ts';
import type { OperatorArgument, OperatorContext, OperatorEnvironment } from '../../model/operator.ts';

/** The argument's text for this transaction. */
export function readArgument(argument: OperatorArgument, context: OperatorContext): ByteString {
  return typeof argument === 'string' ? argument : context.expand(argument);
}

/** The argument of an operator that compiles it: macros, whose text is not known then, are an error. */
export function constantArgument(
  argument: OperatorArgument,
  environment: OperatorEnvironment,
  operator: string,
): ByteString {
  if (typeof argument === 'string') return argument;
  return environment.fail(
    'seclang_bad_argument',
    `@${operator} is compiled with the rule and takes no macros: ${argument.source}`,
  );
}

/** Tells where the match is. */
export function locate(context: OperatorContext, offset: number, length: number): true {
  context.matchOffset = offset;
  context.matchLength = length;
  return true;
}
