const HEX = 16;
const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
const perLog = (segmentBytes) => 0x100000000n / BigInt(segmentBytes);
export function segmentName({ timeline, number }, segmentBytes) {
  const logs = perLog(segmentBytes);
  const parts = [BigInt(timeline), number / logs, number % logs];
  return parts.map((part) => part.toString(HEX).toUpperCase().padStart(8, '0')).join('');
}
export const isSegment = (name) => NAME.test(name);
export function segmentOf(name, segmentBytes) {
  const parts = NAME.exec(name);
  if (parts === null) return null;
  const [timeline, log, place] = parts.slice(1).map((part) => BigInt(`0x${part}`));
  return { timeline: Number(timeline), number: log * perLog(segmentBytes) + place };
}
/** A place in the log, such as 0/2000028. */
export function lsn(text) {
  const [log, place] = text.split('/').map((part) => BigInt(`0x${part}`));
  return (log << 32n) | place;
}
export const lsnText = (value) =>
  `${(value >> 32n).toString(HEX).toUpperCase()}/${(value & 0xffffffffn).toString(HEX).toUpperCase()}`;
