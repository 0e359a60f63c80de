import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { loadManagedRules } from '@palisade/managed-rules';
import { compileRuleSet } from '@palisade/waf-engine';
import { type EdgeHarness, startEdge } from './edge-harness.ts';
import { HOST, stopLater } from './forwarding-edge.ts';

/** The origin of a stand says whether it was sent this. */
export const MARK = 'UNION SELECT';

export interface Arrived {
  length: number;
  hash: string;
}

export interface Stand {
  edge: EdgeHarness;
  /** Requests that came to their end at the origin. */
  arrived: Arrived[];
  /** The origin was sent an attack, be it in a request without end. */
  sawAttack(): boolean;
}

const ruleSet = compileRuleSet(loadManagedRules());
export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An edge with the managed rules, and an origin that says what it got. */
export async function stand(sensitivity: 'low' | 'medium' | 'high'): Promise<Stand> {
  const arrived: Arrived[] = [];
  let isHit = false;
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    let length = 0;
    let before = '';
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      hash.update(chunk);
      if ((before + chunk.toString('latin1')).includes(MARK)) isHit = true;
      before = chunk.toString('latin1', Math.max(0, chunk.length - MARK.length));
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      arrived.push({ length, hash: hash.digest('hex') });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const edge = await startEdge((server.address() as AddressInfo).port, { ruleSet }, (config) => {
    config.policy!.paranoiaLevel = { low: 1, medium: 2, high: 3 }[sensitivity];
  });
  stopLater(async () => {
    server.closeAllConnections();
    server.close();
  }, edge.stop);
  return { edge, arrived, sawAttack: () => isHit };
}

/** The status of the answer, once the edge has closed the connection; 0: there was none. */
export const send = (port: number, bytes: Buffer, leaveEarly = false): Promise<number> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(bytes, () => {
        if (leaveEarly) socket.destroy();
      }),
    );
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0)));
  });

export const utf8 = (text: string) => Buffer.from(text, 'utf8');
export const typed = (type: string) => (type === '' ? '' : `Content-Type: ${type}\r\n`);

/** A request as it is on the wire. */
export const wire = (headers: string, body: Buffer, path = '/upload', method = 'POST'): Buffer =>
  Buffer.concat([
    utf8(
      `${method} ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]);

export const chunked = (headers: string, body: Buffer, piece = 50_000): Buffer => {
  const pieces: Buffer[] = [
    utf8(`POST /upload HTTP/1.1\r\n${HOST}Connection: close\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`),
  ];
  for (let at = 0; at < body.length; at += piece) {
    const part = body.subarray(at, at + piece);
    pieces.push(utf8(`${part.length.toString(16)}\r\n`), part, utf8('\r\n'));
  }
  return Buffer.concat([...pieces, utf8('0\r\n\r\n')]);
};

/** As browsers send it: fields and files in this order. */
export const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=----WebKitFormBoundaryA1\r\n';
export type Part = {
  name: string;
  value?: string;
  file?: Buffer;
  filename?: string;
  type?: string;
  headers?: string;
};
export function browserForm(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, file, filename, type, headers }) => [
    utf8(
      `------WebKitFormBoundaryA1\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${filename ?? 'photo.jpg'}"\r\nContent-Type: ${type ?? 'image/jpeg'}`}\r\n${headers ?? ''}\r\n`,
    ),
    file ?? utf8(value ?? ''),
    utf8('\r\n'),
  ]);
  return Buffer.concat([...pieces, utf8('------WebKitFormBoundaryA1--\r\n')]);
}
