import type { OperatorFactory } from '../../model/operator.ts';
import { isSqlProse } from '../libinjection/sql-prose.ts';

/**
 * Whether the value is a text with which no statement of SQL could go on, whatever quotes stand around it: behind each place
 * where they could end, and at its beginning, words follow that only prose has there. A document of JSON is one. Palisade's own.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule MATCHED_VARS "!@sqlProse" "t:none,setvar:'tx.score=+5'"`
 */
export const sqlProse: OperatorFactory = () => ({
  pure: true,
  evaluate: (value) => isSqlProse(value),
});
