import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { CLASS, encodeName, TYPE, uint16 } from './dns-wire.ts';
import { isSignedAnswer, signMessage, type TsigKey } from './tsig.ts';

/** For an update as a whole: a server that sends a byte now and then must not hold it. */
const TIMEOUT_MS = 5_000;
/** Over TCP a message's length has two bytes; the signature takes its part. */
export const MAX_UPDATE_BYTES = 65_535 - 1_000;
const UPDATE = 5 << 11;
const RCODES: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  4: 'NOTIMP',
  5: 'REFUSED',
  9: 'NOTAUTH',
  10: 'NOTZONE',
};

/** Where updates of a zone go, and what proves that they are ours. */
export interface UpdatedZone {
  /** host:port of the zone's primary server. */
  readonly server: string;
  readonly zone: string;
  readonly key: TsigKey;
}

/**
 * A dynamic update (RFC 2136) as BIND, Knot, PowerDNS and others take it: all of `changes`, records as `record` makes them, or none.
 *
 * @throws Error if the server is away or refuses it, or if somebody else answers
 */
export async function updateZone(
  { server, zone, key }: UpdatedZone,
  changes: readonly Buffer[],
): Promise<void> {
  const message = Buffer.concat([
    ...[randomInt(0x10000), UPDATE, 1, 0, changes.length, 0].map(uint16),
    encodeName(zone),
    uint16(TYPE.SOA),
    uint16(CLASS.IN),
    ...changes,
  ]);
  const { signed, mac } = signMessage(message, key, Date.now());
  const answer = await exchange(server, signed);
  const rcode = answer.readUInt16BE(2) & 0x0f;
  if (rcode !== 0) throw new Error(`the name server answers ${RCODES[rcode] ?? `code ${rcode}`}`);
  if (answer.readUInt16BE(0) !== message.readUInt16BE(0) || !isSignedAnswer(answer, key, mac, Date.now())) {
    throw new Error('the name server’s answer is not signed with our key');
  }
}

/** Over TCP, where a message has its length in front. */
function exchange(server: string, message: Buffer): Promise<Buffer> {
  const at = server.lastIndexOf(':');
  const host = server.slice(0, at).replace(/^\[|\]$/g, '');
  const sent = Buffer.concat([uint16(message.length), message]);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(server.slice(at + 1)) });
    let received = Buffer.alloc(0);
    const timer = setTimeout(
      () => socket.destroy(new Error('the name server does not answer in time')),
      TIMEOUT_MS,
    );
    socket.on('connect', () => socket.write(sent));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      resolve(received.subarray(2, 2 + received.readUInt16BE(0)));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('the name server closed the connection'));
    });
  });
}
