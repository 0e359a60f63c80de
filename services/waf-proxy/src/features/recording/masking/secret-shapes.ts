import { maskMailAddresses, maskWebTokens } from './scanned-shapes.ts';
import type { Substitution } from './substitution.ts';

/**
 * What is a secret by its look, wherever it stands. Each in linear time: bounded, and no part can match in two ways. None begins
 * within an escape, of which the last letter would be taken for its first.
 */
const SHAPES: readonly RegExp[] = [
  // Keys and tokens that say whose they are.
  /(?<!\\|%|%[0-9A-Fa-f])(?:sk|pk|rk|whsec|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xoxb|xoxp|xoxa|xoxs|npm|pypi|hf|shpat|dop_v1|AKIA|ASIA|AIza|ya29|SG)[-_.]?[A-Za-z0-9_.-]{12,256}/g,
  // Accounts: country, two digits, up to thirty more in groups or not.
  /(?<!\\|%|%[0-9A-Fa-f])[A-Z]{2}[0-9]{2}(?:[ +]?[A-Z0-9]{4}){3,7}[A-Z0-9]{0,4}/g,
];

/** Long words of letters and digits mixed: session ids, keys, hashes. */
const LONG_WORD = /(?<!\\|%|%[0-9A-Fa-f])[A-Za-z0-9_]{24,4096}/g;
const MANY_DIGITS = 4;

/** So many digits as cards have, in groups or not. */
const CARD = /(?<!\\|%|%[0-9A-Fa-f])[0-9](?:[ +-]?[0-9]){12,18}/g;

/** Masks what looks like a secret, and leaves all else. */
export function maskShapes(text: string, substitution: Substitution, kept?: ReadonlySet<string>): string {
  const mask = (secret: string) => substitution.mask(secret, kept);
  let masked = maskWebTokens(maskMailAddresses(text, mask), mask);
  for (const shape of SHAPES) masked = masked.replace(shape, mask);
  masked = masked.replace(LONG_WORD, (word) => (isMixed(word) ? mask(word) : word));
  return masked.replace(CARD, (digits) => (isCard(digits) ? mask(digits) : digits));
}

function isMixed(word: string): boolean {
  const digits = word.replace(/[^0-9]/g, '').length;
  return digits >= MANY_DIGITS && digits < word.length;
}

/** By the sum of Luhn, which cards keep and one number of ten keeps by chance. */
function isCard(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
