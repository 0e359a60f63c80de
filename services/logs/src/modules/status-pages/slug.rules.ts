import { randomBytes } from 'node:crypto';

/** 130 bits: whoever was not told the address does not find the page. */
const LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** What reads as if it were a page of whoever runs the dashboard. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about account admin api app auth billing cdn contact dashboard docs edge feed help home incidents legal login mail ' +
    'maintenance official password payment payments platform privacy root security service services settings signin ' +
    'signup staff status support system team terms trust waf www'
  ).split(' '),
);
const PRODUCT = 'palisade';

/** @returns whether an owner may choose it: a word of a site's own beside a reserved one is enough */
export const isFreeSlug = (slug: string): boolean => {
  const parts = slug.split('-');
  return !parts.includes(PRODUCT) && !parts.every((part) => RESERVED.has(part));
};

/** The end of an address that nobody guesses. */
export const unguessableSlug = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
