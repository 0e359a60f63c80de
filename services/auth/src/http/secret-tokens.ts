import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits: too long to guess, so a plain hash of it is safe to store. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** The hash of such a secret, as the database stores it. */
export const hashSecretToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
