import type { CorpusRequest } from '../score/corpus.ts';
import { around, formPieces, type Padding } from './filler.ts';
import { type BodyPlace, bodyPlaceOf, padBody } from './pad-body.ts';

/** Where padding goes: into the part of the request that the attack may be in, or beside it. */
export type Place = 'query' | 'cookies' | BodyPlace;

/** The places of a request that can be padded without making another request of it. */
export function placesOf(request: CorpusRequest): Place[] {
  const body = bodyPlaceOf(request);
  return ['query', 'cookies', ...(body === null ? [] : [body])];
}

/** The same request with more in it. What was there stands there still, byte for byte. */
export function padRequest(request: CorpusRequest, place: Place, padding: Padding): CorpusRequest {
  if (place === 'query') return { ...request, target: paddedTarget(request.target, padding) };
  if (place === 'cookies') return { ...request, headers: paddedCookies(request.headers, padding) };
  const body = padBody(request, place, padding);
  const headers = request.headers.map((text, index, all) =>
    index % 2 === 1 && all[index - 1]!.toLowerCase() === 'content-length' ? String(body.length) : text,
  );
  return { ...request, headers, body };
}

function paddedTarget(target: string, padding: Padding): string {
  const hash = target.indexOf('#');
  const end = hash < 0 ? target.length : hash;
  const question = target.indexOf('?');
  const path = question < 0 || question > end ? target.slice(0, end) : target.slice(0, question);
  const query = target.slice(path.length + 1, end);
  return `${path}?${around(query, formPieces(padding), '&', padding.position)}${target.slice(end)}`;
}

/** Into the Cookie header that is there, or one of their own. */
function paddedCookies(headers: readonly string[], { filler, count, position }: Padding): string[] {
  const pieces = Array.from({ length: count }, (_, index) => {
    const [name, value] = filler.argument(index);
    return `${name === '' ? 'c' : name}=${value}`;
  });
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'cookie');
  if (at < 0) return [...headers, 'Cookie', pieces.join('; ')];
  return headers.map((text, index) => (index === at + 1 ? around(text, pieces, '; ', position) : text));
}
