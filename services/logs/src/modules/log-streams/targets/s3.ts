import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { SendContext, Sent, StreamBatch, StreamRecord } from './stream-target.types.ts';
import type { StreamTarget } from './stream-targets.schema.ts';
import { gzipped, sendRequest, USER_AGENT, zstandard } from './web-target.ts';

/** Compressions of objects, with the file extensions that readers recognise them by. */
const COMPRESSIONS = {
  gzip: { compress: gzipped, ending: 'gz', type: 'application/gzip' },
  zstd: { compress: zstandard, ending: 'zst', type: 'application/zstd' },
} as const;
type Compression = (typeof COMPRESSIONS)[keyof typeof COMPRESSIONS];

/**
 * Objects of compressed lines at `site=…/date=…/hour=…/`, as Hive, Athena, DuckDB and Spark read partitions. An
 * object's name derives from its batch: a repeat overwrites the same object, so nothing is duplicated.
 */
export async function sendS3(
  target: StreamTarget<'s3'>,
  batch: StreamBatch,
  context: SendContext,
): Promise<Sent> {
  // Targets stored before compression was selectable have none.
  const compression = COMPRESSIONS[target.compression ?? 'gzip'];
  let bytes = 0;
  for (const [folder, lines] of foldersOf(batch.records)) {
    const body = await compression.compress(`${lines.join('\n')}\n`);
    const prefix = target.prefix === undefined ? '' : `${withoutEndingSlashes(target.prefix)}/`;
    const key = `${prefix}${folder}/${batch.name}.ndjson.${compression.ending}`;
    await put(target, { key, body, type: compression.type }, context);
    bytes += body.length;
  }
  return { bytes };
}

/** By site, and by day and hour of the requests in UTC. */
export function foldersOf(records: readonly StreamRecord[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const { siteName, receivedAtMs, json } of records) {
    const time = new Date(receivedAtMs).toISOString();
    const folder = `site=${siteName}/date=${time.slice(0, 10)}/hour=${time.slice(11, 13)}`;
    const lines = folders.get(folder);
    if (lines) lines.push(json);
    else folders.set(folder, [json]);
  }
  return folders;
}

async function put(
  target: StreamTarget<'s3'>,
  { key, body, type }: { key: string; body: Buffer; type: Compression['type'] },
  context: SendContext,
): Promise<void> {
  // Path-style URLs: every server supports them, also without a host name per bucket.
  const base = withoutEndingSlashes(target.endpoint);
  const url = `${base}/${target.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = await new AwsV4Signer({
    url,
    method: 'PUT',
    headers: {
      // The object is the compressed file, so it has no content-encoding.
      'content-type': type,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
    body: body as Uint8Array<ArrayBuffer>,
    accessKeyId: target.access_key_id,
    secretAccessKey: target.secret_access_key,
    region: target.region,
    service: 's3',
    datetime: new Date(context.nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  }).sign();
  const headers = { ...Object.fromEntries(signed.headers), 'user-agent': USER_AGENT };
  await sendRequest({ method: 'PUT', url: signed.url, headers, body }, context);
}

function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
