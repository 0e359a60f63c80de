import { fromBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import { ClientPseudonyms } from '../features/recording/privacy/client-pseudonyms.ts';
import { ProtoWriter } from '../node/telemetry/proto-writer.ts';
import { type RecordingNode, writeRequestLog } from '../node/telemetry/request-log-record.ts';
import type { RequestContext } from '../request/request-context.ts';

const NODE: RecordingNode = { serverName: 'node-1', pseudonyms: new ClientPseudonyms() };

/** The log record of a finished request, as it would leave the edge: written and read again. */
export function writtenRecord(context: RequestContext, node = NODE): requestLogV1.RequestLog {
  const writer = new ProtoWriter(64);
  writeRequestLog(writer, context, node);
  return fromBinary(requestLogV1.RequestLogSchema, writer.buffer.subarray(0, writer.position));
}
