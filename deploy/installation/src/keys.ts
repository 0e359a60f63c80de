import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface KeyPair {
  /** PKCS #8 DER, base64. */
  privateKey: string;
  /** SPKI DER, base64. */
  publicKey: string;
}

export function newSigningKeys(): KeyPair {
  return exported(generateKeyPairSync('ed25519'));
}

export function newSealingKeys(): KeyPair {
  return exported(generateKeyPairSync('x25519'));
}

function exported({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): KeyPair {
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** 32 random bytes, base64: a key-encryption key. */
export const newSecretKey = (): string => randomBytes(32).toString('base64');

/** A password that a person can read out: 20 characters without look-alikes. */
export function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((at) => characters.slice(at, at + 5).join('')).join('-');
}
