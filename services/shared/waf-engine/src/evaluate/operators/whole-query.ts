import type { OperatorFactory } from '../../model/operator.ts';
import { isWholeQuery } from '../libinjection/whole-query.ts';

/**
 * Whether the value is one whole query of SQL, from SELECT or WITH to its end, that neither ends nor goes on with a statement
 * which it is put into: no calls but of counts, sums and dates, no comments, no tables of the database itself. Palisade's own.
 *
 * Argument: none. Result: no location.
 * Example: `SecRule MATCHED_VARS "!@wholeQuery" "t:none,setvar:'tx.score=+5'"`
 */
export const wholeQuery: OperatorFactory = () => ({
  pure: true,
  evaluate: (value) => isWholeQuery(value),
});
