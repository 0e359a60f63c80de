import { randomBytes } from 'node:crypto';

/** 130 bits: nobody finds the page without being given the address. */
const LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Words that suggest a page of the dashboard's operator. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about account admin api app auth billing cdn contact dashboard docs edge feed help home incidents legal login mail ' +
    'maintenance official password payment payments platform privacy root security service services settings signin ' +
    'signup staff status support system team terms trust waf www'
  ).split(' '),
);
const PRODUCT = 'palisade';

/** @returns whether an owner may choose it: a reserved word is allowed beside another word */
export const isFreeSlug = (slug: string): boolean => {
  const parts = slug.split('-');
  return !parts.includes(PRODUCT) && !parts.every((part) => RESERVED.has(part));
};

/** The unguessable end of an address. */
export const unguessableSlug = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
