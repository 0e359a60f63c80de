/** What certificates and their kin are called between the dashes (RFC 7468). */
export type PemLabel = 'CERTIFICATE' | 'X509 CRL';

const BLOCKS: Readonly<Record<PemLabel, RegExp>> = {
  CERTIFICATE: /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g,
  'X509 CRL': /-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]+?)-----END X509 CRL-----/g,
};

/** All blocks of that kind in a text, each from its first dash to its last. */
export const pemBlocks = (text: string, label: PemLabel): string[] => text.match(BLOCKS[label]) ?? [];

/** Whether a text is one such block and nothing else. */
export function isOnePemBlock(text: string, label: PemLabel): boolean {
  const blocks = pemBlocks(text, label);
  return blocks.length === 1 && blocks[0] === text.trim();
}

/** The bytes of one block; null: they are not written as PEM writes them. */
export function bytesOfPem(block: string, label: PemLabel): Uint8Array | null {
  const base64 = [...block.matchAll(BLOCKS[label])][0]?.[1];
  if (base64 === undefined) return null;
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
