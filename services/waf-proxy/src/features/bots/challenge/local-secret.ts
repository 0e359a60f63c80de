import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomically } from '../../../io/atomic-file.ts';

const FILE = 'challenge-secret';

/** Creates and stores a secret for a node without a seal key, the only secret that nodes share. */
export async function ensureLocalSecret(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, FILE))) return;
  await writeFileAtomically(path.join(dataDir, FILE), randomBytes(32));
}

export function readLocalSecret(dataDir: string): Buffer {
  return readFileSync(path.join(dataDir, FILE));
}
