import { create } from '@bufbuild/protobuf';
import { recordedRequestV1, requestLogV1 } from '@palisade/contracts';

type Recorded = recordedRequestV1.RecordedRequest;
/** What a test says otherwise. */
export type RecordedChange = Partial<Omit<Recorded, '$typeName' | '$unknown'>>;

/** A recorded request of these lines (`GET / HTTP/1.1`, fields), as an HTTP/1 connection would have brought it. */
export function recordedRequest(
  [requestLine = '', ...lines]: readonly string[],
  body: string | null = null,
  change: RecordedChange = {},
): Recorded {
  const [method = '', target = '', protocol = ''] = requestLine.split(' ');
  const fields = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  if (body !== null) fields.push('Content-Length', String(Buffer.byteLength(body, 'latin1')));
  const { RecordedBody } = recordedRequestV1;
  return create(recordedRequestV1.RecordedRequestSchema, {
    requestId: '0198c0de-0000-7000-8000-000000000001',
    receivedAtMs: 1_767_225_600_000n,
    protocol,
    clientAddress: '192.0.2.1',
    clientPort: 40_000,
    serverAddress: '192.0.2.100',
    serverPort: 80,
    method: Buffer.from(method, 'latin1'),
    target: Buffer.from(target, 'latin1'),
    fields: fields.map((text) => Buffer.from(text, 'latin1')),
    body: Buffer.from(body ?? '', 'latin1'),
    bodyState: body === null ? RecordedBody.NONE : RecordedBody.WHOLE,
    weight: 1,
    action: requestLogV1.EdgeAction.ALLOW,
    ...change,
  });
}
