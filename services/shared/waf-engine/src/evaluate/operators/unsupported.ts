import type { OperatorFactory } from '../../model/operator.ts';

/**
 * Operators of libmodsecurity that this engine does not have: rules that use one do not compile, so that nobody believes
 * himself protected by a rule that never runs.
 */
export const inspectFile = unsupported('inspectFile', 'it runs a program of the operator on every value');
export const fuzzyHash = unsupported('fuzzyHash', 'it needs the ssdeep library');
export const validateDTD = unsupported('validateDTD', 'it needs a validating XML parser');
export const validateSchema = unsupported('validateSchema', 'it needs a validating XML parser');
export const validateHash = unsupported(
  'validateHash',
  'hash enforcement rewrites pages, which this engine does not',
);
export const rsub = unsupported('rsub', 'it rewrites bodies, which this engine does not');
export const gsbLookup = unsupported('gsbLookup', 'the database that it reads is no longer published');

function unsupported(name: string, reason: string): OperatorFactory {
  return (_, environment) =>
    environment.fail('seclang_unknown_operator', `@${name} is unsupported: ${reason}`);
}
