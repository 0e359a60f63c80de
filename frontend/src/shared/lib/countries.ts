/** The choices of the block list. */
export const BLOCKABLE_COUNTRIES = ['CN', 'RU', 'KP', 'IR', 'SY', 'CU', 'BY', 'MM', 'VE', 'AF'] as const;

const FLAGGED = [
  'US',
  'GB',
  'DE',
  'FR',
  'NL',
  'CA',
  'AU',
  'JP',
  'IN',
  'BR',
  'CN',
  'RU',
  'SG',
  'UA',
  'PL',
] as const;
const flagged = new Set<string>(FLAGGED);

/** The flag of the 15 countries that the log screen knows; null for the rest, which show a globe. */
export function flagOf(code: string): string | null {
  if (!flagged.has(code)) return null;
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}
