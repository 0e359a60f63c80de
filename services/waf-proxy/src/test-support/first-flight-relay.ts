import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const INITIAL = 0;
const HANDSHAKE = 2;

export interface FirstFlightRelay {
  /** Where a client is to send. */
  address: string;
  /** What clients sent before their handshake packets. */
  firstFlights: Buffer[];
  /** Keeps back what a client needs to complete a handshake. */
  hold(): void;
  /** Sends on what was kept back. */
  release(): void;
  /** Sends datagrams again, from another port. */
  replay(datagrams: readonly Buffer[]): void;
  close(): void;
}

/** Stands between clients of QUIC and a server, as whoever sees their datagrams does. */
export async function startFirstFlightRelay(serverPort: number): Promise<FirstFlightRelay> {
  const front = createSocket('udp4');
  const attacker = createSocket('udp4');
  const upstreams = new Map<number, Socket>();
  const firstFlights: Buffer[] = [];
  const kept: (() => void)[] = [];
  let isHolding = false;
  front.on('message', (datagram, client) => {
    const upstream = upstreams.get(client.port) ?? connectTo(client);
    const send = () => upstream.send(datagram, serverPort, '127.0.0.1');
    if (!completesHandshake(datagram)) firstFlights.push(datagram);
    else if (isHolding) {
      kept.push(send);
      return;
    }
    send();
  });
  const connectTo = (client: RemoteInfo): Socket => {
    const upstream = createSocket('udp4');
    upstream.on('message', (datagram) => front.send(datagram, client.port, client.address));
    upstreams.set(client.port, upstream);
    return upstream;
  };
  front.bind(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    address: `127.0.0.1:${front.address().port}`,
    firstFlights,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const send of kept.splice(0)) send();
    },
    replay: (datagrams) => {
      for (const datagram of datagrams) attacker.send(datagram, serverPort, '127.0.0.1');
    },
    close: () => {
      front.close();
      attacker.close();
      for (const upstream of upstreams.values()) upstream.close();
    },
  };
}

/** Of the packets in a datagram, one is of the handshake or follows it (RFC 9000, 17.2). */
function completesHandshake(datagram: Buffer): boolean {
  let at = 0;
  while (at < datagram.length) {
    const first = datagram[at]!;
    // Padding behind the packets.
    if (first === 0) return false;
    const isLong = (first & 0x80) !== 0;
    const type = (first >> 4) & 3;
    if (!isLong || type === HANDSHAKE) return true;
    at += 5;
    at += 1 + datagram[at]!;
    at += 1 + datagram[at]!;
    if (type === INITIAL) {
      const token = readVarint(datagram, at);
      at = token.end + token.value;
    }
    const length = readVarint(datagram, at);
    at = length.end + length.value;
  }
  return false;
}

function readVarint(datagram: Buffer, at: number): { value: number; end: number } {
  const bytes = 1 << (datagram[at]! >> 6);
  let value = datagram[at]! & 0x3f;
  for (let next = at + 1; next < at + bytes; next++) value = value * 256 + datagram[next]!;
  return { value, end: at + bytes };
}
