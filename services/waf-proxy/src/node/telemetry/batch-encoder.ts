import { ProtoWriter } from './proto-writer.ts';

/**
 * A palisade.events.v1.RequestLogBatch made of records that are encoded already: shipping decodes nothing.
 */
export function encodeBatch(
  nodeId: string,
  segmentId: string,
  firstIndex: number,
  records: readonly Buffer[],
  last: boolean,
): Uint8Array {
  const bytes = records.reduce((sum, record) => sum + record.length + 6, 0);
  const writer = new ProtoWriter(bytes + nodeId.length * 4 + segmentId.length * 4 + 64);
  writer.text(1, nodeId);
  writer.text(2, segmentId);
  writer.number(3, firstIndex);
  for (const record of records) writer.bytes(4, record);
  writer.number(5, last ? 1 : 0);
  return writer.buffer.subarray(0, writer.position);
}
