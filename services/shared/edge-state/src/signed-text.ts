import { sign, verify } from 'node:crypto';
import { readPrivateKey, type TrustedKeys } from './keys.ts';

export interface SigningKey {
  keyId: string;
  /** base64 of the PKCS #8 DER form (Ed25519). */
  privateKey: string;
}

export interface TextSignature {
  keyId: string;
  /** base64url. */
  signature: string;
}

/**
 * Signs messages to edges other than site configs, with the same key. Domain separation keeps each kind from passing
 * for another.
 */
export class TextSigner {
  private readonly signingKey: SigningKey;

  /** @param signingKey looked into each time: another one may take its place. Errors: `edge_key_malformed`. */
  constructor(signingKey: SigningKey) {
    this.signingKey = signingKey;
    readPrivateKey(signingKey.privateKey, 'ed25519');
  }

  sign(text: string): TextSignature {
    const { keyId, privateKey } = this.signingKey;
    const key = readPrivateKey(privateKey, 'ed25519');
    return { keyId, signature: sign(null, Buffer.from(text), key).toString('base64url') };
  }
}

/** Whether a key that the edge trusts has signed the text. */
export function isSigned(text: string, { keyId, signature }: TextSignature, keys: TrustedKeys): boolean {
  const key = keys.get(keyId);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
