import type { CorpusRequest } from '../score/corpus.ts';

const MAX_CHARACTERS = 2_000;

/**
 * What a request brings in its query and body. Not its path and headers: those of a corpus are the same in all of its
 * requests, and a model would learn to distinguish corpora by them.
 */
export function valuesOf(request: CorpusRequest): string[] {
  const body = request.body.toString('utf8');
  return [...pairs(request.target.split('?')[1] ?? ''), ...bodyValues(body, typeOf(request))]
    .filter((value) => value !== '')
    .map((value) => value.slice(0, MAX_CHARACTERS));
}

function typeOf({ headers }: CorpusRequest): string {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : headers[at + 1]!;
}

function bodyValues(body: string, type: string): string[] {
  if (type.includes('json')) return strings(parsed(body));
  if (type.includes('urlencoded')) return pairs(body);
  if (!type.includes('multipart')) return [body];
  return body.split(/--[^\r\n]+\r?\n?/).map((part) => part.split('\r\n\r\n').slice(1).join('\r\n\r\n'));
}

const pairs = (text: string): string[] => [...new URLSearchParams(text).values()];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
