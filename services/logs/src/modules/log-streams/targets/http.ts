import { signatureHeaders } from '@palisade/nest-kit';
import type { SendContext, Sent, StreamBatch } from './stream-target.types.ts';
import type { StreamTarget } from './stream-targets.schema.ts';
import { gzipped, ownHeader, sendRequest, USER_AGENT } from './web-target.ts';

/**
 * A line of JSON per record, compressed, signed over the compressed bytes as in https://www.standardwebhooks.com. A
 * repeat has the same `webhook-id`.
 */
export async function sendHttp(
  target: StreamTarget<'http'>,
  batch: StreamBatch,
  context: SendContext,
): Promise<Sent> {
  const body = await gzipped(`${batch.records.map(({ json }) => json).join('\n')}\n`);
  const timestamp = Math.floor(context.nowMs / 1000);
  const headers = {
    ...ownHeader(target),
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'user-agent': USER_AGENT,
    'palisade-records': String(batch.records.length),
    ...signatureHeaders({ id: batch.name, timestamp, body }, context.secrets),
  };
  await sendRequest({ method: 'POST', url: new URL(target.url), headers, body }, context);
  return { bytes: body.length };
}
