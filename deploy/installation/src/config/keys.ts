import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface KeyPair {
  /** PKCS #8 DER, base64. */
  privateKey: string;
  /** SPKI DER, base64. */
  publicKey: string;
}

export type KeyValue = KeyPair | string;

/** A key beside the one in use. */
export interface OtherKey {
  value: KeyValue;
  /** Since when it is there: made, or no longer in use. */
  since: string;
  /** For keys that have ids. */
  id?: string;
  /** For keys that have certificates. */
  certificate?: string;
}

/**
 * Progress of rotations; stored with the secrets, so that an interrupted rotation continues where it stopped. Keys by
 * their names in `KEYS` (rotation.ts).
 */
export interface Rotations {
  /** Created and accepted by all services, but not yet used. */
  coming?: Record<string, OtherKey>;
  /** Used before, and still accepted. */
  leaving?: Record<string, OtherKey[]>;
  rotatedAt?: Record<string, string>;
  /** In their place since then, and not yet known to be in use everywhere. */
  switched?: Record<string, string>;
  /** A rotation of several keys that has not come to its end. */
  run?: { since: string; names: readonly string[] };
  /** Ids of the keys in use. */
  ids?: Record<string, string>;
  /** Id of a removed key-encryption key → the key derived from it for the audit log's seals, base64. */
  auditKeys?: Record<string, string>;
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
