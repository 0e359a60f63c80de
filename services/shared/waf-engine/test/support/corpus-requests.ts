import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface CorpusLine {
  method: string;
  uri: string;
  headers?: Record<string, string> | [string, string][];
  body?: string;
}

/** One of `every` lines of a corpus, as bytes on the wire. */
export function* sampleCorpus(path: string, every: number): Generator<Buffer> {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  for (let index = 0; index < lines.length; index += every) {
    const line = lines[index]!;
    if (line !== '') yield toWire(JSON.parse(line) as CorpusLine);
  }
}

export function toWire({ method, uri, headers = {}, body = '' }: CorpusLine): Buffer {
  const bytes = Buffer.from(body, 'utf8');
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  const fields = pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${uri} HTTP/1.1\r\nHost: a.example\r\n${fields}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'utf8'), bytes]);
}
