import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../../../shared/waf-engine/tools/ftw/reflecting-upstream.ts';

/** The upstream of the in-process runner behind a socket. Lenient: what the edge lets through is to be answered. */
export async function startReflectingOrigin(): Promise<{ port: number; stop(): void }> {
  const server = createServer({ insecureHTTPParser: true, requireHostHeader: false, maxHeaderSize: 65_536 });
  server.on('request', (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { status, headers, body } = answer(request.url ?? '/', Buffer.concat(pieces));
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
