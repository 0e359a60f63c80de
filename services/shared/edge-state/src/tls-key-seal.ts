import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { EdgeStateError } from './errors.ts';
import { readPrivateKey, readPublicKey } from './keys.ts';

/**
 * An encrypted private key, from its first byte:
 *
 *   version (1) | ephemeral X25519 public key (32) | nonce (12) | AES-256-GCM ciphertext | tag (16)
 *
 * The AES key is HKDF-SHA-256 over the shared secret, salted with both public keys (RFC 5869, as ECIES does). The
 * site's id is authenticated with it, so that one site's key cannot be put into another's document.
 */
const VERSION = 1;
const PUBLIC_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = 1 + PUBLIC_KEY_BYTES + NONCE_BYTES + TAG_BYTES;
const PURPOSE = 'palisade edge tls key v1';
/** DER prefix of an X25519 SubjectPublicKeyInfo (RFC 8410); the raw key follows. */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** Encrypts a private key (PEM) so that only the edge can read it. */
export function sealTlsKey(keyPem: string, siteId: string, edgePublicKey: string | KeyObject): Uint8Array {
  const recipient = readPublicKey(edgePublicKey, 'x25519');
  const ephemeral = generateKeyPairSync('x25519');
  const ephemeralRaw = rawPublicKey(ephemeral.publicKey);
  const key = deriveKey(ephemeral.privateKey, recipient, ephemeralRaw, rawPublicKey(recipient));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(siteId, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(keyPem, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), ephemeralRaw, nonce, ciphertext, cipher.getAuthTag()]);
}

/** Errors: `sealed_key_malformed`; `sealed_key_not_ours` for another edge's, another site's or an altered key. */
export function openTlsKey(sealed: Uint8Array, siteId: string, edgePrivateKey: string | KeyObject): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length <= OVERHEAD || bytes[0] !== VERSION) {
    throw new EdgeStateError('sealed_key_malformed', 'not a sealed key of a known version');
  }
  const ownKey = readPrivateKey(edgePrivateKey, 'x25519');
  const ephemeralRaw = bytes.subarray(1, 1 + PUBLIC_KEY_BYTES);
  const nonce = bytes.subarray(1 + PUBLIC_KEY_BYTES, 1 + PUBLIC_KEY_BYTES + NONCE_BYTES);
  const ciphertext = bytes.subarray(1 + PUBLIC_KEY_BYTES + NONCE_BYTES, -TAG_BYTES);
  try {
    const ephemeral = createPublicKey({
      key: Buffer.concat([SPKI_PREFIX, ephemeralRaw]),
      format: 'der',
      type: 'spki',
    });
    const key = deriveKey(ownKey, ephemeral, ephemeralRaw, rawPublicKey(createPublicKey(ownKey)));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAAD(Buffer.from(siteId, 'utf8'));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new EdgeStateError('sealed_key_not_ours', 'the key was not sealed for this edge and site', cause);
  }
}

/**
 * The same with the first of these keys that opens it: the current one comes first, then former ones.
 *
 * @throws what the first key says; Error without any
 */
export function openTlsKeyWithAny(
  sealed: Uint8Array,
  siteId: string,
  edgePrivateKeys: readonly string[],
): string {
  let refusal: unknown = new Error('there is no key to open sealed keys with');
  for (const [index, key] of edgePrivateKeys.entries()) {
    try {
      return openTlsKey(sealed, siteId, key);
    } catch (error) {
      if (index === 0) refusal = error;
    }
  }
  throw refusal;
}

function deriveKey(own: KeyObject, other: KeyObject, ephemeral: Buffer, recipient: Buffer): Buffer {
  const secret = diffieHellman({ privateKey: own, publicKey: other });
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([ephemeral, recipient]), PURPOSE, 32));
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES);
}
