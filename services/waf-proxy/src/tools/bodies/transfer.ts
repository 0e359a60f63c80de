import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';

const PIECE = Buffer.alloc(256 * 1024, 'a line of plain text, as large files have many of them\n');

export interface BodyOrigin {
  port: number;
  close(): void;
}

/** An origin that swallows what it is sent and says how much it was; `GET /<bytes>` gets that many bytes. */
export async function startBodyOrigin(): Promise<BodyOrigin> {
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': incoming.url!.slice(1) });
      void writeBytes(response, Number(incoming.url!.slice(1)));
      return;
    }
    let received = 0;
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    incoming.on('end', () => response.end(String(received)));
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function writeBytes(stream: Writable, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !stream.destroyed; left -= PIECE.length) {
    if (!stream.write(left < PIECE.length ? PIECE.subarray(0, left) : PIECE)) {
      await new Promise((resolve) => {
        const resume = () => {
          stream.off('drain', resume);
          stream.off('close', resume);
          resolve(null);
        };
        stream.on('drain', resume);
        stream.on('close', resume);
      });
    }
  }
  stream.end();
}

/** Sends a body of so many bytes through the edge; resolves with how many the origin has received. */
export function upload(edgePort: number, host: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: edgePort,
        host: '127.0.0.1',
        method: 'POST',
        path: '/upload',
        headers: { Host: host, 'Content-Type': 'application/octet-stream', 'Content-Length': bytes },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(response.statusCode === 200 ? Number(text) : 0));
      },
    );
    outgoing.on('error', reject);
    void writeBytes(outgoing, bytes);
  });
}

/** Fetches so many bytes through the edge; resolves with how many came. */
export function download(edgePort: number, host: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port: edgePort, host: '127.0.0.1', path: `/${bytes}`, headers: { Host: host } },
      (response) => {
        let received = 0;
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        response.on('end', () => resolve(response.statusCode === 200 ? received : 0));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
