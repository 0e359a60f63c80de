import { randomBytes } from 'node:crypto';

/** 130 bits: whoever was not told the address does not find the page. */
const LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** The end of an address that nobody guesses. */
export const unguessableSlug = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
