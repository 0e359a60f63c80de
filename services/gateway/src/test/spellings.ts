import { request } from 'node:http';

export interface Spelling {
  spelling: string;
  headers?: Record<string, string>;
}

/** Ways in which one path is written so that a careless reader takes it for another. */
export function* spellingsOf(path: string): Generator<Spelling> {
  const hex = (character: string) => character.charCodeAt(0).toString(16);
  for (let i = 1; i < path.length; i++) {
    const [before, character, after] = [path.slice(0, i), path.charAt(i), path.slice(i + 1)];
    yield { spelling: `${before}%${hex(character)}${after}` };
    yield { spelling: `${before}%${hex(character).toUpperCase()}${after}` };
    yield { spelling: `${before}%25${hex(character)}${after}` };
    yield { spelling: `${before}${character.toUpperCase()}${after}` };
    if (character !== '/') continue;
    for (const slash of [
      '//',
      '/./',
      '/x/../',
      '\\',
      '%2f',
      '%5C',
      '/%2e/',
      '/;x/',
      ';/',
      './',
      '%00/',
      '/.%2e/',
    ]) {
      yield { spelling: `${before}${slash}${after}` };
    }
  }
  const everyCharacter = [...path]
    .map((character) => (character === '/' ? '/' : `%${hex(character)}`))
    .join('');
  yield { spelling: everyCharacter };
  for (const end of [
    '/',
    '//',
    '/.',
    '/..',
    '.',
    '%20',
    '%00',
    ';',
    ';a=b',
    '#',
    '%23',
    '%3f',
    '/%2e',
    '%2f',
    '%0a',
  ]) {
    yield { spelling: path + end };
  }
  for (const query of ['?', '?a=1', '?/../x', '?%2f', '??', '/?a']) yield { spelling: path + query };
  yield { spelling: `//${path.slice(1)}` };
  yield { spelling: `http://localhost${path}` };
  yield { spelling: path, headers: { 'x-http-method-override': 'GET' } };
  yield { spelling: path, headers: { 'x-original-url': '/api/plans', 'x-rewrite-url': '/api/plans' } };
  yield { spelling: `${path}?_method=GET` };
}

/** Sends a path as it stands; fetch would tidy it up. */
export const post = (
  origin: string,
  path: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(
      origin,
      { path, method: 'POST', headers: { 'x-forwarded-for': address, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.on('error', reject).end();
  });
