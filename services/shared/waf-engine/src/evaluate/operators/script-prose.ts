import type { OperatorFactory } from '../../model/operator.ts';
import { isScriptProse } from '../libinjection/script-sentence.ts';

/**
 * Whether the value is a text that no script goes on with, wherever it is put into one: as code, or behind any quote of it words follow
 * that only prose has there. Values with markup or escapes are none. Palisade's own.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule MATCHED_VARS "!@scriptProse" "t:none,setvar:'tx.score=+5'"`
 */
export const scriptProse: OperatorFactory = () => ({
  pure: true,
  evaluate: (value) => isScriptProse(value),
});
