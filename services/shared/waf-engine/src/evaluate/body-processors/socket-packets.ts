import type { ByteString } from '../../model/api.ts';

/** Between packets of Engine.IO 4, and behind each message of SignalR. */
const SEPARATOR = '\x1e';
/**
 * What Socket.IO writes before a packet's document: the packet's length in characters (version 3), its types, how many attachments, the
 * namespace, and the number by which an answer is known.
 */
const HEAD = /^(?:[0-9]{1,7}:)?[0-9]{1,2}(?:[0-9]{1,4}-)?(?:\/[^,[{"\s]{0,200},)?[0-9]{0,10}(?=[[{"])/;
/** Where a further packet of version 3 begins. */
const NEXT = /(?<=[\]}"])(?=[0-9]{1,7}:[0-9]{1,2}[/[{"])/;
const FIRST = /^[0-9]/;
/** No browser sends more at once. */
const MAX_PACKETS = 500;

/** The documents in packets of sockets that are sent by polling, each without what stands before it. */
export function packetDocuments(text: ByteString): ByteString[] {
  if (!FIRST.test(text)) return [];
  const packets = text.includes(SEPARATOR)
    ? text.split(SEPARATOR, MAX_PACKETS)
    : text.split(NEXT, MAX_PACKETS);
  return packets.flatMap((packet) => {
    const document = packet.replace(HEAD, '');
    return document !== packet && document !== '' ? [document] : [];
  });
}
