import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A line of a corpus file: from a base header list (`profile`), or recorded as it was (`headers` as pairs). */
interface CorpusLine {
  id: string;
  label: string;
  class: string;
  source: string;
  method: string;
  uri: string;
  payload?: string;
  profile?: string;
  headers?: Record<string, string> | [string, string][];
  body?: string;
  body_b64?: string;
}

type Profiles = Readonly<Record<string, [string, string][]>>;

export interface CorpusRequest {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** The collection that it comes from. */
  readonly source: string;
  /** The undecorated string where the corpus has one, else the request's beginning; for people to read. */
  readonly text: string;
  /** Rules are written with one half only, so that the other half shows whether they hold for unknown requests. */
  readonly half: 'seen' | 'unseen';
  readonly method: string;
  readonly target: string;
  /** [name, value, name, value, …] as byte strings. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const DATA =
  process.env.PALISADE_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../../../../../shared/data');

export const corpusFile = (name: string): string => path.join(DATA, 'corpus', `${name}.jsonl.gz`);

/** All lines of a JSON Lines file, compressed with gzip or not, or only one of `every` lines. */
export function* readCorpus(file: string, every = 1): Generator<CorpusRequest> {
  const bytes = readFileSync(file);
  const profileFile = path.join(path.dirname(file), 'header-profiles.json');
  const profiles = existsSync(profileFile) ? (JSON.parse(readFileSync(profileFile, 'utf8')) as Profiles) : {};
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  for (let index = 0; index < lines.length; index += every)
    if (lines[index] !== '') yield toRequest(JSON.parse(lines[index]!) as CorpusLine, profiles);
}

/** Requests that were all looked at while rules were written; they do not show whether the rules hold for others. */
const SEEN_SOURCES = new Set(['nuclei-templates']);

/** One payload is in the same half wherever it stands, be it in a query, a form or a document. */
function halfOf(line: CorpusLine): 'seen' | 'unseen' {
  if (SEEN_SOURCES.has(line.source)) return 'seen';
  const digest = createHash('sha256')
    .update(line.payload ?? line.id)
    .digest();
  return digest[0]! % 2 === 0 ? 'seen' : 'unseen';
}

function toRequest(line: CorpusLine, profiles: Profiles): CorpusRequest {
  const body = Buffer.from(line.body_b64 ?? line.body ?? '', line.body_b64 === undefined ? 'utf8' : 'base64');
  const headers: string[] = [];
  for (const [name, value] of headersOf(line, profiles)) {
    const lower = name.toLowerCase();
    if (lower === 'content-length' || (lower === 'content-type' && line.method === 'GET')) continue;
    headers.push(name, Buffer.from(value, 'utf8').toString('latin1'));
  }
  if (body.length > 0 || line.method === 'POST') headers.push('Content-Length', String(body.length));
  return {
    id: line.id,
    label: line.label,
    kind: line.class,
    source: line.source,
    text: line.payload ?? `${line.method} ${line.uri} ${body.toString('utf8').slice(0, 400)}`,
    half: halfOf(line),
    method: line.method,
    target: line.uri,
    headers,
    body,
  };
}

function headersOf(line: CorpusLine, profiles: Profiles): [string, string][] {
  if (Array.isArray(line.headers)) return line.headers;
  const own = Object.entries(line.headers ?? {});
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  const base = (profiles[line.profile ?? ''] ?? []).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...base, ...own];
}
