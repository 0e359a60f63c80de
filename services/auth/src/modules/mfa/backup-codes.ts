import { randomBytes } from 'node:crypto';
import { hashSecretToken } from '../../http/secret-tokens.ts';

const COUNT = 10;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** Ten codes of 79 bits each, in groups of four: long enough that a plain hash of one is safe to store. */
export function newBackupCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const characters: string[] = [];
    while (characters.length < LENGTH) {
      // 248 is the largest multiple of 31 that fits in a byte; higher values would make some characters likelier.
      for (const byte of randomBytes(LENGTH)) {
        if (byte < 248 && characters.length < LENGTH) characters.push(ALPHABET[byte % ALPHABET.length] ?? '');
      }
    }
    return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** The code as typed: case, spaces and hyphens do not count. */
export const hashBackupCode = (code: string): string =>
  hashSecretToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
