import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AllowedAddresses } from '@palisade/nest-kit';
import S3rver from 's3rver';
import { generate } from 'selfsigned';
import { SENDERS } from './senders.ts';
import {
  type SendContext,
  type StreamBatch,
  type StreamRecord,
  StreamSendError,
} from './stream-target.types.ts';

const context: SendContext = {
  allowed: new AllowedAddresses(['127.0.0.0/8']),
  timeoutMs: 10_000,
  secrets: [],
  nowMs: Date.now(),
};
const NOON = Date.UTC(2026, 10, 26, 12);
const streamRecord = (at: number, more: Partial<StreamRecord> = {}): StreamRecord => ({
  requestId: `r${at}`,
  siteName: 'shop.example',
  receivedAtMs: NOON + at,
  severity: 'SAFE',
  action: 'allow',
  json: JSON.stringify({ request_id: `r${at}`, request_uri: '/ä\n' }),
  ...more,
});
const batch = (records: StreamRecord[], name = 'stream-1'): StreamBatch => ({ name, records });
const failure = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof StreamSendError ? error.code : String(error)),
  );

/** The messages of a stream of octet-counted frames (RFC 5425, 4.3). */
function messagesOf(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = space + 1 + Number(bytes.subarray(at, space).toString());
    messages.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  return messages;
}

describe('syslog over TLS', () => {
  const received: Buffer[] = [];
  let closesAfter = Number.POSITIVE_INFINITY;
  let server: ReturnType<typeof createServer>;
  let target: { host: string; port: string; ca: string };

  beforeAll(async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    server = createServer({ key, cert }, (socket) => {
      let bytes = 0;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk);
        bytes += chunk.length;
        if (bytes > closesAfter) socket.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    target = { host: '127.0.0.1', port: String((server.address() as AddressInfo).port), ca: cert };
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    received.length = 0;
    closesAfter = Number.POSITIVE_INFINITY;
  });

  it('counts octets, and is sent once the receiver has read to the end', async () => {
    const records = Array.from({ length: 2_000 }, (_, at) => streamRecord(at));
    const { bytes } = await SENDERS.syslog(target, batch(records), context);
    const all = Buffer.concat(received);
    expect(all.length).toBe(bytes);
    const messages = messagesOf(all);
    expect(messages).toHaveLength(2_000);
    expect(messages[7]).toBe(
      `<134>1 2026-11-26T12:00:00.007Z shop.example palisade - request - ${records[7]!.json}`,
    );
  });

  it('was not sent where the receiver goes away in the middle', async () => {
    closesAfter = 20_000;
    const records = Array.from({ length: 20_000 }, (_, at) => streamRecord(at));
    expect(await failure(SENDERS.syslog(target, batch(records), context))).toBe('connection_failed');
  });

  it('goes to nobody whose certificate is not trusted, or whose address is not public', async () => {
    const { ca: _ca, ...untrusted } = target;
    expect(await failure(SENDERS.syslog(untrusted, batch([streamRecord(1)]), context))).toBe('tls_failed');
    const allowed = new AllowedAddresses([]);
    expect(await failure(SENDERS.syslog(target, batch([streamRecord(1)]), { ...context, allowed }))).toBe(
      'address_not_allowed',
    );
  });
});

describe('object storage', () => {
  const bucket = 'records';
  let folder: string;
  let server: S3rver;
  let target: Parameters<(typeof SENDERS)['s3']>[0];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-s3-'));
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: bucket, configs: [] }],
    });
    const { port } = await server.run();
    target = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      prefix: 'logs/palisade',
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
      compression: 'gzip',
    };
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const keys = async () => {
    const listed = await (await fetch(`${target.endpoint}/${bucket}?list-type=2`)).text();
    return [...listed.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!).sort();
  };
  const linesOf = async (key: string) => {
    const response = await fetch(`${target.endpoint}/${bucket}/${encodeURI(key)}`);
    return gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString()
      .trimEnd()
      .split('\n');
  };

  it('has an object for each site and hour, and the same ones after a repeat', async () => {
    const records = [
      streamRecord(1),
      streamRecord(2),
      streamRecord(3_600_000),
      streamRecord(3, { siteName: 'other.example' }),
    ];
    await SENDERS.s3(target, batch(records), context);
    await SENDERS.s3(target, batch(records), context);
    expect(await keys()).toEqual([
      'logs/palisade/site=other.example/date=2026-11-26/hour=12/stream-1.ndjson.gz',
      'logs/palisade/site=shop.example/date=2026-11-26/hour=12/stream-1.ndjson.gz',
      'logs/palisade/site=shop.example/date=2026-11-26/hour=13/stream-1.ndjson.gz',
    ]);
    expect(await linesOf((await keys())[1]!)).toEqual([records[0]!.json, records[1]!.json]);
  });

  it('has objects compressed with Zstandard where that is wanted, named for it', async () => {
    const records = [streamRecord(1), streamRecord(2)];
    await SENDERS.s3({ ...target, prefix: 'zstd', compression: 'zstd' }, batch(records), context);
    const key = 'zstd/site=shop.example/date=2026-11-26/hour=12/stream-1.ndjson.zst';
    const response = await fetch(`${target.endpoint}/${bucket}/${key}`);
    expect(response.headers.get('content-type')).toBe('application/zstd');
    const text = zstdDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(text.trimEnd().split('\n')).toEqual(records.map(({ json }) => json));
  });

  it('says what the server says where a key is not known there', async () => {
    const sending = SENDERS.s3({ ...target, access_key_id: 'another' }, batch([streamRecord(1)]), context);
    const error = await sending.catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'refused', details: { status: 403 } });
  });
});
