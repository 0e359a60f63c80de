import { generateKeyPairSync, randomBytes } from 'node:crypto';
export function newSigningKeys() {
  return exported(generateKeyPairSync('ed25519'));
}
export function newSealingKeys() {
  return exported(generateKeyPairSync('x25519'));
}
function exported({ privateKey, publicKey }) {
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}
/** 32 random bytes, base64: a key-encryption key. */
export const newSecretKey = () => randomBytes(32).toString('base64');
/** A password that a person can read out: 20 characters without look-alikes. */
export function newPassword() {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((at) => characters.slice(at, at + 5).join('')).join('-');
}
