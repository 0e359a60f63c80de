import { create } from '@bufbuild/protobuf';
import { recordedRequestV1 } from '@palisade/contracts';

/** A request as written by a person. Field names and values are text; on the wire they are UTF-8. */
export interface Sample {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  readonly secure: boolean;
}

/** Text that is not a valid request, with the position of the error. */
export class SampleError extends Error {
  override readonly name = 'SampleError';
}

export interface SampleClient {
  /** Default: an address reserved for documentation. */
  address?: string | undefined;
  /** ISO 3166-1 alpha-2; default: unknown. */
  country?: string | undefined;
}

export const SOMEBODY = '192.0.2.1';
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Turns it into a recorded HTTP/1.1 request; lengths given in the text are ignored, as they describe another body. */
export function recordedSample(
  { method, target, fields, body, secure }: Sample,
  client: SampleClient = {},
  nowMs = Date.now(),
): recordedRequestV1.RecordedRequest {
  const { RecordedBody } = recordedRequestV1;
  const kept = fields.filter(([name]) => !FRAMING.has(name.toLowerCase()));
  if (body !== null) kept.push(['Content-Length', String(body.length)]);
  return create(recordedRequestV1.RecordedRequestSchema, {
    requestId: '00000000-0000-7000-8000-000000000000',
    receivedAtMs: BigInt(nowMs),
    protocol: 'HTTP/1.1',
    secure,
    clientAddress: client.address ?? SOMEBODY,
    clientPort: 40_000,
    serverAddress: '192.0.2.100',
    serverPort: secure ? 443 : 80,
    country: client.country ?? '',
    method: Buffer.from(method),
    target: Buffer.from(target),
    fields: kept.flat().map((text) => Buffer.from(text)),
    body: body ?? Buffer.alloc(0),
    bodyState: body === null ? RecordedBody.NONE : RecordedBody.WHOLE,
    weight: 1,
  });
}

/** Splits a URL from a command or recording, without credentials and fragment. */
export function splitAddress(address: string): { target: string; host: string; secure: boolean } {
  const match = /^(https?):\/\/([^/?#]*)([^#]*)/i.exec(address);
  const [, scheme = 'https', authority = '', rest = ''] = match ?? [
    '',
    undefined,
    '',
    address.split('#', 1)[0],
  ];
  if (/[\s\0]/.test(rest)) throw new SampleError('the address has a blank in it: write %20');
  const target = rest.startsWith('/') ? rest : `/${rest}`;
  return { target, host: authority.split('@').at(-1) ?? '', secure: scheme.toLowerCase() === 'https' };
}

export const hasField = (fields: Sample['fields'], name: string): boolean =>
  fields.some(([known]) => known.toLowerCase() === name);
