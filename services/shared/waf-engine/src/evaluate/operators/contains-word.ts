import type { ByteString } from '../../model/api.ts';
import type { OperatorFactory } from '../../model/operator.ts';
import { locate, readArgument } from './argument.ts';

/**
 * Whether the argument occurs in the value as a word: with no letter of A–Z, a–z before and after it. Digits and underscores
 * end a word.
 *
 * Argument: text, macros allowed; the empty text occurs in every value. Result: the location of the first such occurrence.
 * Example: `SecRule ARGS "@containsWord select" "id:1,phase:2,deny"`
 */
export const containsWord: OperatorFactory = (argument) => ({
  pure: true,
  evaluate(value, context) {
    const word = readArgument(argument, context);
    if (word === '') return true;
    let at = value.indexOf(word);
    while (at >= 0) {
      const end = at + word.length;
      if (!isLetter(value, at - 1) && !isLetter(value, end)) return locate(context, at, word.length);
      at = value.indexOf(word, at + 1);
    }
    return false;
  },
});

function isLetter(value: ByteString, index: number): boolean {
  const byte = value.charCodeAt(index) | 0x20;
  return byte >= 0x61 && byte <= 0x7a;
}
