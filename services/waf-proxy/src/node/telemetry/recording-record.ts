import { recordedRequestV1 } from '@palisade/contracts';
import { keptNetwork } from '../../features/recording/privacy/kept-address.ts';
import type { Recording } from '../../features/recording/recorder.ts';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import { ja4Of, tlsVersionOf } from '../../request/client-tls.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { LogPrivacy } from '../../request/site.ts';
import type { ProtoWriter } from './proto-writer.ts';
import { type RuledRequest, type RulesResult, rulesResultOf } from './rules-result.ts';

const { RecordedBody } = recordedRequestV1;

/** No limit per name, value or target; the recorder has bounded the total. */
const ALL = Number.POSITIVE_INFINITY;

/** Field numbers of palisade.events.v1.RecordedRequest, as field 40 of the log record that carries it. */
export function writeRecording(
  writer: ProtoWriter,
  context: RequestContext,
  { request, bodyState, cleared, weight, masked, hidesCode }: Recording,
  { addresses, omitsFingerprints }: LogPrivacy,
): void {
  const { connection, client, country, transaction } = context;
  const start = writer.beginMessage(40);
  writer.text(1, context.requestId);
  writer.number(2, context.receivedAtMs);
  writer.text(3, context.protocol);
  writer.number(4, connection.secure ? 1 : 0);
  writer.text(5, judgedAddress(client, addresses));
  if (addresses === 'full') writer.number(6, connection.remotePort);
  writer.text(7, connection.localAddress);
  writer.number(8, connection.localPort);
  writer.text(9, country?.code ?? '');
  if (request.head === null) {
    writer.byteString(10, context.method, ALL);
    writer.byteString(11, request.target, ALL);
    for (const text of request.fields) writer.repeatedByteString(12, text);
  } else writer.byteString(27, request.head, ALL);
  writer.byteString(13, request.body ?? '', ALL);
  writer.number(14, bodyState);
  writer.number(15, cleared ? 1 : 0);
  writer.double(16, weight);
  writer.number(17, masked);
  writer.number(18, country?.asn ?? 0);
  writer.number(20, context.action);
  writer.text(21, context.reason);
  const audit = transaction?.audit() ?? null;
  writer.number(22, (audit?.interruption ?? audit?.wouldInterrupt ?? context.interruption)?.ruleId ?? 0);
  writer.number(23, audit?.inboundScore ?? 0);
  if (context.site !== null) writer.number(24, Number(context.site.version));
  if (!omitsFingerprints) writer.text(25, ja4Of(context));
  writer.text(26, tlsVersionOf(context));
  writer.number(29, hidesCode ? 1 : 0);
  if (bodyState === RecordedBody.CUT || hidesCode) writeRules(writer, rulesResultOf(context as RuledRequest));
  writer.endMessage(start);
}

function writeRules(writer: ProtoWriter, result: RulesResult | null): void {
  if (result === null) return;
  const { terms, matches, decidedBy, status, inboundScore } = result;
  const start = writer.beginMessage(28);
  writer.bytes(1, Buffer.from(terms, 'hex'));
  for (const { ruleId, score, logged } of matches) {
    const match = writer.beginMessage(2);
    writer.number(1, ruleId);
    writer.number(2, score);
    writer.number(3, logged ? 0 : 1);
    writer.endMessage(match);
  }
  writer.number(3, decidedBy);
  writer.number(4, status);
  writer.number(5, inboundScore);
  writer.endMessage(start);
}

/** An address by which a policy can judge: of sites that keep networks, the first of it; of those that keep pseudonyms, none. */
function judgedAddress(client: ClientAddress, addresses: LogPrivacy['addresses']): string {
  switch (addresses) {
    case 'full':
      return client.text;
    case 'network':
      return keptNetwork(client).split('/', 1)[0]!;
    case 'pseudonym':
      return '';
    default:
      return addresses satisfies never;
  }
}
