/** A file of the write-ahead log is named by its timeline and its place: 000000010000000000000002. */
export interface Segment {
  timeline: number;
  number: bigint;
}

const HEX = 16;
const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const perLog = (segmentBytes: number): bigint => 0x1_0000_0000n / BigInt(segmentBytes);

export function segmentName({ timeline, number }: Segment, segmentBytes: number): string {
  const logs = perLog(segmentBytes);
  const parts = [BigInt(timeline), number / logs, number % logs];
  return parts.map((part) => part.toString(HEX).toUpperCase().padStart(8, '0')).join('');
}

export const isSegment = (name: string): boolean => NAME.test(name);

export function segmentOf(name: string, segmentBytes: number): Segment | null {
  const parts = NAME.exec(name);
  if (parts === null) return null;
  const [timeline, log, place] = parts.slice(1).map((part) => BigInt(`0x${part}`)) as [
    bigint,
    bigint,
    bigint,
  ];
  return { timeline: Number(timeline), number: log * perLog(segmentBytes) + place };
}

/** A place in the log, such as 0/2000028. */
export function lsn(text: string): bigint {
  const [log, place] = text.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint];
  return (log << 32n) | place;
}

export const lsnText = (value: bigint): string =>
  `${(value >> 32n).toString(HEX).toUpperCase()}/${(value & 0xffff_ffffn).toString(HEX).toUpperCase()}`;
