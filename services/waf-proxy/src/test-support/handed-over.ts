import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const PROXY_TCP4 = Buffer.from([0x21, 0x11]);
const AUTHORITY = 0x02;

/** What the HTTP/3 front says first of a client at `address`, port 1111, whose handshake was for `serverName`. */
export function handoverHeader(address: string, serverName: string): Buffer {
  const facts = Buffer.alloc(12 + 3);
  for (const [index, part] of address.split('.').entries()) facts[index] = Number(part);
  facts.writeUInt16BE(1_111, 8);
  facts.writeUInt16BE(443, 10);
  facts[12] = AUTHORITY;
  facts.writeUInt16BE(serverName.length, 13);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(facts.length + serverName.length);
  return Buffer.concat([SIGNATURE, PROXY_TCP4, length, facts, Buffer.from(serverName, 'latin1')]);
}

/** A client's connection as the HTTP/3 front hands it over to a worker. */
export function handOver(socketPath: string, address: string, serverName: string): ClientHttp2Session {
  const socket = connect(socketPath);
  socket.write(handoverHeader(address, serverName));
  return connectHttp2('https://edge', { createConnection: () => socket });
}
