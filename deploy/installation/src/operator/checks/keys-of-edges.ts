import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Installation } from '../base/installation.ts';
import { type Finding, failure, ok } from './finding.ts';

const TODO =
  'Give the edges and the domains service the keys of one rotation: both read them from the same secrets, unless a setting overrides one.';

/** Whether edges can open and verify what the domains service seals and signs for them: both have settings of their own. */
export async function checkKeysOfEdges({ settings: { domains, edge } }: Installation): Promise<Finding[]> {
  return [
    judgeSealKey(edge.PALISADE_EDGE_SEAL_KEY ?? '', domains.PALISADE_EDGE_SEAL_PUBLIC_KEY ?? ''),
    judgeSigners(
      edge.PALISADE_EDGE_CONFIG_KEYS ?? '{}',
      domains.PALISADE_CONFIG_SIGNING_KEY_ID ?? '',
      domains.PALISADE_CONFIG_SIGNING_KEY ?? '',
    ),
  ];
}

export function judgeSealKey(privateKey: string, publicKey: string): Finding {
  if (isHalfOf(privateKey, publicKey)) return ok('keys.seal', 'edges open what is sealed for them');
  return failure(
    'keys.seal_differs',
    'PALISADE_EDGE_SEAL_KEY of the edges does not open what PALISADE_EDGE_SEAL_PUBLIC_KEY seals: sites have no certificates there',
    TODO,
  );
}

/** @param trusted JSON: public keys by id */
export function judgeSigners(trusted: string, id: string, privateKey: string): Finding {
  if (isHalfOf(privateKey, publicKeyOf(trusted, id)))
    return ok('keys.signing', 'edges trust the key that signs their sites');
  return failure(
    'keys.signing_differs',
    `PALISADE_EDGE_CONFIG_KEYS of the edges has not the key ${id} that signs sites: edges refuse every change`,
    TODO,
  );
}

function publicKeyOf(trusted: string, id: string): string {
  try {
    return (JSON.parse(trusted) as Record<string, string>)[id] ?? '';
  } catch {
    // Told as an invalid setting, without its value.
    return '';
  }
}

/** Both in base64 of their DER form. */
function isHalfOf(privateKey: string, publicKey: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    const half = createPublicKey(key).export({ format: 'der', type: 'spki' });
    return half.equals(Buffer.from(publicKey, 'base64'));
  } catch {
    // No key at all; a message of the library's could name it.
    return false;
  }
}
