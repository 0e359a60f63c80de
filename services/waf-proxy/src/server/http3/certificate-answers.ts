import { createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { allowsHttp3 } from '../../request/client-tls-policy.ts';
import type { TlsPorts } from '../connections/server-ports.ts';
import type { Certificates } from '../tls/certificates.ts';

const MAX_QUESTION_BYTES = 2_048;

const questionSchema = z.object({
  name: z.string().max(255),
  client: z.string().max(64),
  /** The certificate of this name that the front has; '': none. */
  known: z.string().max(255),
});

/**
 * Answers the HTTP/3 front for certificates, a line for a line: `{"id"}` of the one that it may show now, with chain and key
 * where it does not have that one; without an id the handshake is to be refused. It is asked for each handshake, so that a
 * new certificate is in use with the next one, and names and clients are refused as the TLS listener would.
 */
export function createCertificateServer(ports: TlsPorts, certificates: Certificates): Server {
  return createServer((socket) => {
    let unread = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      unread += text;
      const lines = unread.split('\n');
      unread = lines.pop()!;
      if (unread.length > MAX_QUESTION_BYTES) socket.destroy();
      for (const line of lines) reply(socket, line, ports, certificates);
    });
  });
}

function reply(socket: Socket, line: string, ports: TlsPorts, certificates: Certificates): void {
  const question = questionOf(line);
  if (question === null) {
    socket.destroy();
    return;
  }
  const { name, client, known } = question;
  const address = parseAddress(client);
  const isRefused =
    address === null ||
    ports.draining ||
    ports.shedsHandshake(address) ||
    !ports.mayFind(name.toLowerCase(), address) ||
    !mayUseHttp3(ports, name);
  const material = isRefused ? null : certificates.material(name);
  if (material === null) ports.counters.clientErrors++;
  socket.write(`${JSON.stringify(material?.id === known ? { id: known } : (material ?? {}))}\n`);
}

/** A site that wants no streams over HTTP/2 wants none over HTTP/3 either. */
function mayUseHttp3(ports: TlsPorts, asked: string): boolean {
  const name = asked.toLowerCase();
  if (!ports.servesHttp3(name)) return false;
  if (allowsHttp3(ports.clientTlsFor(name))) return true;
  ports.counters.handshakesRefused++;
  return false;
}

function questionOf(line: string) {
  try {
    return questionSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
