import { Subject } from '@palisade/regex';
import type { OperatorContext, OperatorFactory } from '../../model/operator.ts';
import { SQL_DISMISSAL } from '../libinjection/sql-harmless.ts';
import {
  detectSqlInjection,
  injectionByTokens,
  injectionInSlices,
  STEPS_PER_BYTE,
  sqlInjectionIn,
} from '../libinjection/sqli.ts';

/**
 * Whether the value is SQL injection in the judgement of libinjection: read as SQL in up to five contexts, folded to a
 * fingerprint of at most five tokens, and compared with the fingerprints of injections.
 *
 * Argument: none. Result: captures the fingerprint; no location.
 * Example: `SecRule ARGS "@detectSQLi" "id:1,phase:2,deny,capture"`
 */
export const detectSQLi: OperatorFactory = () => ({
  pure: true,
  stepsPerByte: STEPS_PER_BYTE,
  evaluate(value, context) {
    const fingerprint = looks(context) ? detectSqlInjection(value) : injectionByTokens(value);
    if (fingerprint === null) return false;
    if (context.capturing) context.capture(0, fingerprint);
    return true;
  },
  *evaluateInSlices(value, context, budget) {
    const fingerprint = yield* injectionInSlices(new Subject().ofText(value), budget, looks(context));
    if (fingerprint === null) return false;
    if (context.capturing) context.capture(0, fingerprint);
    return true;
  },
  scan: {
    kind: 'test',
    test: (value, context) =>
      (looks(context) ? sqlInjectionIn(value) : injectionByTokens(value.text)) !== null,
    *testInSlices(value, budget, context) {
      return (yield* injectionInSlices(value, budget, looks(context))) !== null;
    },
    dismissal: SQL_DISMISSAL,
  },
});

/** First whether there is SQL at all. */
const looks = ({ inUse }: OperatorContext): boolean => inUse?.sql_look !== false;
