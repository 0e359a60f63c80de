import { compilePhrases, type PhraseMatch } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator, OperatorContext, OperatorFactory } from '../../model/operator.ts';
import { constantArgument, locate } from './argument.ts';
import { phrasesFromArgument, phrasesFromFile } from './phrases.ts';

/**
 * Whether one of many phrases occurs in the value, whatever the case of ASCII letters.
 *
 * Argument: phrases separated by white space, without macros; `|41 42|` stands for bytes, `\: \; \\ \"` for the second byte.
 * Result: captures the phrase that ends first, as it is written in the rule, and its location.
 * Example: `SecRule REQUEST_HEADERS:User-Agent "@pm sqlmap nikto" "id:1,phase:1,deny"`
 *
 * Deviations: libmodsecurity loses the digits 0–9 in `|…|`, and leaves the tail of a shortened argument in place.
 */
export const pm: OperatorFactory = (argument, environment) =>
  phraseOperator(phrasesFromArgument(constantArgument(argument, environment, 'pm')));

/**
 * As `@pm`, with one phrase in each line of a file; empty lines and lines that begin with `#` (after white space) are left out.
 * Also written `@pmf`.
 *
 * Argument: a file's name. Example: `SecRule ARGS "@pmFromFile bad-words.data" "id:1,phase:2,deny"`
 *
 * Deviation: a carriage return at the end of a line is no part of the phrase.
 */
export const pmFromFile: OperatorFactory = (argument, environment) => {
  const name = constantArgument(argument, environment, 'pmFromFile');
  return phraseOperator(environment.readFiles(name).flatMap((file) => phrasesFromFile(file.text)));
};

function phraseOperator(phrases: readonly ByteString[]): CompiledOperator {
  const matcher = compilePhrases(phrases);
  const found = (match: PhraseMatch | null, context: OperatorContext): boolean => {
    if (match === null) return false;
    if (context.capturing) context.capture(0, phrases[match.index]!);
    return locate(context, match.start, match.end - match.start);
  };
  return {
    pure: true,
    evaluate: (value, context) => found(matcher.find(value), context),
    *evaluateInSlices(value, context, budget) {
      return found(yield* matcher.findInSlices(value, budget), context);
    },
    scan: { kind: 'phrases', phrases },
  };
}
