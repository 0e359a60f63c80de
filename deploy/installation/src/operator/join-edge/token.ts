import { createHash, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto';
import { OperatorError } from '../base/operator-error.ts';

const SECRET_BYTES = 32;
const DIGEST_BYTES = 32;

/** What a machine needs to recognise another that it has never seen, and to authenticate to it. */
export interface Token {
  secret: Buffer;
  /** SHA-256 of the certificate that the other one shows. */
  fingerprint: Buffer;
}

export const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** @param certificate DER */
export function newToken(certificate: Uint8Array): Token {
  const secret = randomBytes(SECRET_BYTES);
  // Printed, it would begin with "-", and be taken for an option.
  while (printedToken({ secret, fingerprint: secret }).startsWith('-')) randomFillSync(secret);
  return { secret, fingerprint: digest(certificate) };
}

export const printedToken = ({ secret, fingerprint }: Token): string =>
  Buffer.concat([secret, fingerprint]).toString('base64url');

export function readToken(text: string): Token {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== SECRET_BYTES + DIGEST_BYTES || bytes.toString('base64url') !== text)
    throw new OperatorError(
      'token_invalid',
      'That is no token of palisade admit-edge.',
      'Copy the whole of the line that it printed.',
    );
  return { secret: bytes.subarray(0, SECRET_BYTES), fingerprint: bytes.subarray(SECRET_BYTES) };
}

/** Tells nothing by the time that it takes. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  timingSafeEqual(digest(one), digest(other));

export const SECRET_LENGTH = SECRET_BYTES;
