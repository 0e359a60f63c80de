import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';
import { writeFileAtomically } from '../../io/atomic-file.ts';

export interface PemPair {
  cert: string;
  key: string;
}

const FILE = 'self-signed.json';

/** The untrusted certificate for trying the product on one machine. Created once and stored. */
export async function ensureSelfSigned(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, FILE))) return;
  const pems = await generate([{ name: 'commonName', value: 'Palisade standalone edge' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 825 * 86_400_000),
  });
  const pair: PemPair = { cert: pems.cert, key: pems.private };
  await writeFileAtomically(path.join(dataDir, FILE), Buffer.from(JSON.stringify(pair)));
}

export function readSelfSigned(dataDir: string): PemPair {
  return JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')) as PemPair;
}
