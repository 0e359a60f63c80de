import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { EdgeStateError } from './errors.ts';

/** Keys travel in configuration as base64 of their DER form: PKCS #8 for private ones, SPKI for public ones. */
export interface EncodedKeyPair {
  keyId: string;
  privateKey: string;
  publicKey: string;
}

export interface EdgeKeys {
  /** Ed25519: the domains service holds the private half, every edge trusts the public one. */
  signing: EncodedKeyPair;
  /** X25519: every edge holds the private half, the domains service seals TLS keys to the public one. */
  sealing: EncodedKeyPair;
}

/** New keys for an installation. Made once and kept: a new signing key makes every published config unreadable. */
export function generateEdgeKeys(): EdgeKeys {
  return {
    signing: encodePair(generateKeyPairSync('ed25519')),
    sealing: encodePair(generateKeyPairSync('x25519')),
  };
}

export function readPrivateKey(encoded: string | KeyObject, type: 'ed25519' | 'x25519'): KeyObject {
  return readKey(encoded, type, (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

export function readPublicKey(encoded: string | KeyObject, type: 'ed25519' | 'x25519'): KeyObject {
  return readKey(encoded, type, (der) => createPublicKey({ key: der, format: 'der', type: 'spki' }));
}

/** The keys an edge trusts, from `{ keyId: base64 SPKI }`. */
export function readTrustedKeys(encoded: Readonly<Record<string, string>>): TrustedKeys {
  return new Map(Object.entries(encoded).map(([id, key]) => [id, readPublicKey(key, 'ed25519')]));
}

export type TrustedKeys = ReadonlyMap<string, KeyObject>;

function readKey(
  encoded: string | KeyObject,
  type: 'ed25519' | 'x25519',
  parse: (der: Buffer) => KeyObject,
): KeyObject {
  let key: KeyObject;
  try {
    key = typeof encoded === 'string' ? parse(Buffer.from(encoded, 'base64')) : encoded;
  } catch (cause) {
    throw new EdgeStateError('edge_key_malformed', `not a base64 DER ${type} key`, cause);
  }
  if (key.asymmetricKeyType !== type) {
    throw new EdgeStateError('edge_key_malformed', `expected ${type}, got ${key.asymmetricKeyType}`);
  }
  return key;
}

function encodePair(pair: { privateKey: KeyObject; publicKey: KeyObject }): EncodedKeyPair {
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' });
  return {
    keyId: createHash('sha256').update(spki).digest('hex').slice(0, 16),
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: spki.toString('base64'),
  };
}
