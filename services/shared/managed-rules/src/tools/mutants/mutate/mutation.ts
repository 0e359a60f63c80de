import type { Random } from '../../parser-differences/generate/random.ts';

/** Another spelling of a payload; the same text where it has nothing that could be spelt so. */
export type Mutation = (payload: string, random: Random) => string;

/** Each match by chance, at least one of them. */
export function replaceSome(
  text: string,
  pattern: RegExp,
  random: Random,
  replace: (match: string) => string,
): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const sure = random.below(matches.length);
  let index = 0;
  return text.replace(pattern, (match) => {
    const changes = index === sure || random.oneIn(2);
    index++;
    return changes ? replace(match) : match;
  });
}

export const randomCase = (text: string, random: Random): string =>
  text.replace(/[a-z]/gi, (letter) => (random.oneIn(2) ? letter.toUpperCase() : letter.toLowerCase()));

export const hex = (character: string, width = 2): string =>
  character.charCodeAt(0).toString(16).padStart(width, '0');

/** A word cut in two at a place inside. */
export function halves(word: string, random: Random): [string, string] {
  const middle = 1 + random.below(Math.max(1, word.length - 1));
  return [word.slice(0, middle), word.slice(middle)];
}

/** As many blanks as somebody likes to send. */
export const longBlanks: Mutation = (payload, random) =>
  replaceSome(payload, /(?<=\S) +(?=\S)/g, random, () => ' '.repeat(random.pick([3, 5, 9, 40, 400])));
