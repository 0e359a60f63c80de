import { createHash, randomBytes } from 'node:crypto';

/** A secret that is too long to guess (256 bits), so that a plain hash of it is safe to store. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of such a secret. */
export const hashSecretToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
