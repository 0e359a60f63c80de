import { valuesOf } from './header-lines.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** Variants are told apart by these values; longer ones belong to nobody else, so such a response is not stored. */
export const MAX_VARIANT_CHARACTERS = 4_096;

/** The request fields that a response depends on, lower case, sorted, each once; or that nothing can match it. */
export function varyNames(headers: readonly string[]): readonly string[] | 'everything' {
  const names = new Set<string>();
  for (const value of valuesOf(headers, 'vary')) {
    for (const part of value.split(',')) {
      const name = part.trim().toLowerCase();
      if (name === '') continue;
      if (name === '*' || !NAME.test(name)) return 'everything';
      names.add(name);
    }
  }
  return [...names].sort();
}

/**
 * What distinguishes a request among the variants of one key. Two requests get the same text only if every named field
 * stands in both with the same values in the same order, spaces around commas aside.
 *
 * @param acceptEncoding what the origin is told in the client's stead.
 */
export function variantOf(
  names: readonly string[],
  rawHeaders: readonly string[],
  acceptEncoding: string,
): string {
  if (names.length === 0) return '';
  let text = '';
  for (const name of names) {
    const values = name === 'accept-encoding' ? [acceptEncoding] : valuesOf(rawHeaders, name);
    // Absent is not the same as empty. A line break cannot stand in a value, so it keeps the fields apart.
    text += values.length === 0 ? '-\n' : `=${values.map(tidyList).join(',')}\n`;
  }
  return text;
}

function tidyList(value: string): string {
  return value.includes('"') ? value.trim() : value.trim().replace(/[ \t]*,[ \t]*/g, ',');
}
