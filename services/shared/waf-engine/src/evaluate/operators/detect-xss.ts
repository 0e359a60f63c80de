import type { OperatorFactory } from '../../model/operator.ts';
import { detectScript, detectScriptInSlices, mayHoldScript } from '../libinjection/xss.ts';

/**
 * Whether the value is a script injection by libinjection's method: read as HTML in five contexts, examining tags,
 * attributes, URLs and comments that run scripts.
 *
 * Argument: none. Result: captures the whole value; no location.
 * Example: `SecRule ARGS "@detectXSS" "id:1,phase:2,deny,capture"`
 */
export const detectXSS: OperatorFactory = () => ({
  pure: true,
  evaluate(value, context) {
    if (!detectScript(value)) return false;
    if (context.capturing) context.capture(0, value);
    return true;
  },
  *evaluateInSlices(value, context, budget) {
    if (!(yield* detectScriptInSlices(value, budget))) return false;
    if (context.capturing) context.capture(0, value);
    return true;
  },
  scan: {
    kind: 'test',
    test: (value) => mayHoldScript(value) && detectScript(value.text),
    *testInSlices(value, budget) {
      return mayHoldScript(value) && (yield* detectScriptInSlices(value.text, budget));
    },
    needs: '[<=]',
  },
});
