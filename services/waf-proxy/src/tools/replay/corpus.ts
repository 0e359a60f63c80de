import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** A line of a corpus file: from a base header list (`profile`), or recorded as it was (`headers` as pairs). */
export interface CorpusLine {
  id: string;
  label: string;
  class: string;
  source: string;
  method: string;
  uri: string;
  profile?: string;
  headers?: Record<string, string> | [string, string][];
  body?: string;
  body_b64?: string;
}

type Profiles = Record<string, [string, string][]>;

/** Reads lines one by one; files ending in .gz are unpacked on the way. */
export async function* readCorpus(file: string, limit: number): AsyncGenerator<CorpusLine> {
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  let given = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    if (given >= limit) break;
    given++;
    yield JSON.parse(line) as CorpusLine;
  }
  raw.destroy();
}

/** The base header lists stand beside the corpus. */
export function readProfiles(corpusFile: string): Profiles {
  const file = path.join(path.dirname(corpusFile), 'header-profiles.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Profiles) : {};
}

/** Headers that describe the connection the line was recorded on, not the request. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'proxy-connection',
  'keep-alive',
  'expect',
  'upgrade',
]);

/** The bytes of a line's request for a site of the given name. */
export function buildRequest(line: CorpusLine, profiles: Profiles, host: string): Buffer {
  const body =
    line.body_b64 === undefined ? Buffer.from(line.body ?? '', 'utf8') : Buffer.from(line.body_b64, 'base64');
  const headers = headersOf(line, profiles).filter(([name]) => {
    const lower = name.toLowerCase();
    return (
      !NOT_REPLAYED.has(lower) && !(lower === 'content-type' && line.method === 'GET' && body.length === 0)
    );
  });
  let head = `${line.method} ${line.uri} HTTP/1.1\r\nHost: ${host}\r\n`;
  for (const [name, value] of headers)
    head += `${name}: ${Buffer.from(value, 'utf8').toString('latin1')}\r\n`;
  if (body.length > 0 || line.method === 'POST') head += `Content-Length: ${body.length}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
}

function headersOf(line: CorpusLine, profiles: Profiles): [string, string][] {
  if (Array.isArray(line.headers)) return line.headers;
  const own = new Map(
    Object.entries(line.headers ?? {}).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const headers: [string, string][] = [];
  for (const [name, value] of profiles[line.profile ?? ''] ?? []) {
    const replaced = own.get(name.toLowerCase());
    own.delete(name.toLowerCase());
    headers.push([name, replaced?.value ?? value]);
  }
  for (const { name, value } of own.values()) headers.push([name, value]);
  return headers;
}
