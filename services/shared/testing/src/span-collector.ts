import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** A span as a collector receives it. */
export interface CollectedSpan {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Empty: it is the first of its trace. */
  parentId: string;
  attributes: Record<string, string | number | boolean>;
  /** Trace ids. */
  links: string[];
  isError: boolean;
}

export interface SpanCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** All that was sent, byte for byte. */
  readonly payload: Buffer;
  close(): Promise<void>;
}

/** A collector of traces (OTLP over HTTP) that keeps what it is sent. */
export async function startSpanCollector(port = 0): Promise<SpanCollector> {
  const bodies: Buffer[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...readSpans(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get payload() {
      return Buffer.concat(bodies);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A message of protobuf by its field numbers, as opentelemetry-proto gives them. */
type Fields = ReadonlyMap<number, readonly (Uint8Array | bigint | number)[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const fields = new Map<number, (Uint8Array | bigint | number)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const value = fieldValue(reader, number, type);
    if (value !== null) fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

function fieldValue(
  reader: BinaryReader,
  number: number,
  type: WireType,
): Uint8Array | bigint | number | null {
  if (type === WireType.LengthDelimited) return reader.bytes();
  if (type === WireType.Varint) return BigInt(reader.int64());
  if (type === WireType.Bit64) return reader.double();
  reader.skip(type, number);
  return null;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Uint8Array));
const bytesOf = (fields: Fields, number: number): Buffer =>
  Buffer.from((fields.get(number)?.[0] as Uint8Array | undefined) ?? []);
const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const STATUS_ERROR = 2;

function readSpans(body: Buffer): CollectedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const resource = messages(resourceSpans, 1)[0];
    const service = String((resource && attributesOf(messages(resource, 1)))?.['service.name'] ?? '');
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        service,
        name: bytesOf(span, 5).toString(),
        kind: KINDS[Number(span.get(6)?.[0] ?? 0)] ?? 'internal',
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentId: bytesOf(span, 4).toString('hex'),
        attributes: attributesOf(messages(span, 9)),
        links: messages(span, 13).map((link) => bytesOf(link, 1).toString('hex')),
        isError: messages(span, 15).some((status) => Number(status.get(3)?.[0] ?? 0) === STATUS_ERROR),
      })),
    );
  });
}

function attributesOf(pairs: readonly Fields[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map((pair) => [bytesOf(pair, 1).toString(), anyValue(messages(pair, 2)[0] ?? new Map())]),
  );
}

function anyValue(value: Fields): string | number | boolean {
  const [boolean] = value.get(2) ?? [];
  if (boolean !== undefined) return Number(boolean) === 1;
  const [integer] = value.get(3) ?? [];
  if (integer !== undefined) return Number(integer);
  const [double] = value.get(4) ?? [];
  return typeof double === 'number' ? double : bytesOf(value, 1).toString();
}
