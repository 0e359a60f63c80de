import type { CorpusRequest } from '../score/corpus.ts';
import { bodyPlaceOf } from './pad-body.ts';

/** Other spellings of the same request: an application reads the same from them. */
export type Spelling = 'every byte escaped' | 'order reversed';
export const SPELLINGS: readonly Spelling[] = ['every byte escaped', 'order reversed'];

/** Parameters of the query, form or JSON; null: the request has none of these. */
export function spellRequest(request: CorpusRequest, spelling: Spelling): CorpusRequest | null {
  const place = bodyPlaceOf(request);
  const body = request.body.toString('latin1');
  const spell = spelling === 'every byte escaped' ? escapedForm : reversedForm;
  if (place === 'form') return withBody(request, spell(body));
  if (place === 'JSON')
    return spelling === 'every byte escaped' ? withBody(request, escapedJson(body)) : null;
  const question = request.target.indexOf('?');
  if (place !== null || question < 0 || request.target.includes('#')) return null;
  const query = request.target.slice(question + 1);
  // A query without names is looked at as a part of the address by some rules: that is another request.
  if (!query.includes('=')) return null;
  return { ...request, target: `${request.target.slice(0, question)}?${spell(query)}` };
}

function withBody(request: CorpusRequest, text: string): CorpusRequest {
  const body = Buffer.from(text, 'latin1');
  const headers = request.headers.map((value, index, all) =>
    index % 2 === 1 && all[index - 1]!.toLowerCase() === 'content-length' ? String(body.length) : value,
  );
  return { ...request, headers, body };
}

const reversedForm = (text: string): string => text.split('&').reverse().join('&');

const escapedForm = (text: string): string =>
  text.replaceAll(/%[0-9A-Fa-f]{2}|[^&=%]/g, (piece) => {
    if (piece.length > 1) return piece;
    return `%${(piece === '+' ? 0x20 : piece.charCodeAt(0)).toString(16).padStart(2, '0')}`;
  });

const escapedJson = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replaceAll(/\\(?:u[0-9A-Fa-f]{4}|.)|[\x20-\x7e]/g, (piece) =>
      piece.length > 1 || piece === '"' ? piece : `\\u${piece.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
