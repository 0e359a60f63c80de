import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { MAX_BUNDLE_BYTES, type TrustedKeys, verifyRuleBundle } from '@palisade/edge-state';
import { z } from 'zod';
import { writeFileAtomically } from '../../io/atomic-file.ts';
import { boundedAnswer } from '../../io/bounded-answer.ts';
import { MAX_RELEASES } from '../rules/rule-releases.ts';

/** Index beside the bundles; unsigned, since each bundle is signed. */
const indexSchema = z.object({
  releases: z
    .array(
      z.object({
        file: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,80}\.rules$/),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(MAX_RELEASES),
});

const INDEX = 'releases.json';
const MAX_INDEX_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Mirrors the releases published at a URL, such as a bucket: fetches changed bundles, and removes those no longer
 * listed.
 */
export async function fetchReleases(url: string, directory: string, keys: TrustedKeys): Promise<void> {
  const base = url.endsWith('/') ? url : `${url}/`;
  const { releases } = indexSchema.parse(
    JSON.parse((await get(base + INDEX, MAX_INDEX_BYTES)).toString('utf8')),
  );
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const { file, sha256 } of releases) {
    const target = path.join(directory, file);
    if ((await digestOf(target)) === sha256) continue;
    const bytes = await get(base + file, MAX_BUNDLE_BYTES);
    if (digest(bytes) !== sha256) throw new Error(`${file} is not what ${INDEX} says`);
    // An invalid bundle must not replace a valid one.
    verifyRuleBundle(bytes.toString('utf8'), keys);
    await writeFileAtomically(target, bytes);
  }
  const named = new Set(releases.map(({ file }) => file));
  for (const file of await readdir(directory))
    if (file.endsWith('.rules') && !named.has(file)) await rm(path.join(directory, file));
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function digestOf(file: string): Promise<string | null> {
  try {
    return digest(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function get(url: string, maxBytes: number): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) throw new Error(`${url} answers ${response.status}`);
  const bytes = await boundedAnswer(response, maxBytes);
  if (bytes === null) throw new Error(`${url} has more than ${maxBytes} bytes`);
  return bytes;
}
