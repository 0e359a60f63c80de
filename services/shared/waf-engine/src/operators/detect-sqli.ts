import { SQL_DISMISSAL } from '../libinjection/sql-harmless.ts';
import { detectSqlInjection, injectionInSlices, sqlInjectionIn } from '../libinjection/sqli.ts';
import type { OperatorFactory } from './types.ts';

/**
 * Whether the value is SQL injection in the judgement of libinjection: read as SQL in up to five contexts, folded to a
 * fingerprint of at most five tokens, and compared with the fingerprints of injections.
 *
 * Argument: none. Result: captures the fingerprint; no location.
 * Example: `SecRule ARGS "@detectSQLi" "id:1,phase:2,deny,capture"`
 */
export const detectSQLi: OperatorFactory = () => ({
  evaluate(value, context) {
    const fingerprint = detectSqlInjection(value);
    if (fingerprint === null) return false;
    if (context.capturing) context.capture(0, fingerprint);
    return true;
  },
  scan: {
    kind: 'test',
    test: (value) => sqlInjectionIn(value) !== null,
    *testInSlices(value, budget) {
      return (yield* injectionInSlices(value, budget)) !== null;
    },
    dismissal: SQL_DISMISSAL,
  },
});
