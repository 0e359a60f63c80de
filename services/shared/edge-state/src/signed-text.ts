import { type KeyObject, sign, verify } from 'node:crypto';
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

/** Signs what edges are told besides site configs, with the same key. Each kind of text must not pass for another. */
export class TextSigner {
  private readonly key: KeyObject;
  private readonly keyId: string;

  /** Errors: `edge_key_malformed`. */
  constructor({ keyId, privateKey }: SigningKey) {
    this.key = readPrivateKey(privateKey, 'ed25519');
    this.keyId = keyId;
  }

  sign(text: string): TextSignature {
    const signature = sign(null, Buffer.from(text), this.key).toString('base64url');
    return { keyId: this.keyId, signature };
  }
}

/** Whether a key that the edge trusts has signed the text. */
export function isSigned(text: string, { keyId, signature }: TextSignature, keys: TrustedKeys): boolean {
  const key = keys.get(keyId);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
