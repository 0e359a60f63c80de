import type { Random } from '../parser-differences/generate/random.ts';
import type { CorpusRequest } from '../score/corpus.ts';
import { hex } from './mutate/mutation.ts';

interface Wire {
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Null where the place cannot carry the text. */
type Delivery = (text: string, random: Random) => Wire | null;

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const UNRESERVED = /[\w.~-]/;

/** As ordinary clients write it, with a plus for blanks, in lower case, or with every byte escaped. */
function escaped(text: string, random: Random): string {
  const style = random.below(5);
  if (style === 0) return encodeURIComponent(text);
  return [...bytes(text)]
    .map((byte) => {
      if (style === 1 && byte === ' ') return '+';
      if (style !== 4 && UNRESERVED.test(byte)) return byte;
      return style === 2 ? `%${hex(byte)}` : `%${hex(byte).toUpperCase()}`;
    })
    .join('');
}

const OTHER_PAIRS = ['page=2', 'lang=en', 'sort=price', 'csrf=8f2c11', 'q=shoes', 'flag', 'ids[]=4', 'from='];

/** The pair among others, in any order. */
function shuffled(pair: string, random: Random): string {
  const pairs = random.list(0, 5, () => random.pick(OTHER_PAIRS));
  pairs.splice(random.below(pairs.length + 1), 0, pair);
  return pairs.join('&');
}

const form = (text: string, random: Random): string => shuffled(`note=${escaped(text, random)}`, random);

const jsonString = (text: string, random: Random): string => {
  const plain = JSON.stringify(text);
  const style = random.below(4);
  if (style > 1) return plain;
  return `"${Array.from({ length: text.length }, (_, index) => {
    const unit = text[index]!;
    return style === 0 || random.oneIn(3) || /["\\\p{Cc}]/u.test(unit) ? `\\u${hex(unit, 4)}` : unit;
  }).join('')}"`;
};

function json(text: string, random: Random): string {
  const value = jsonString(text, random);
  return random.pick([
    `{"note":${value}}`,
    `{"id":7,"note":${value},"tags":["a"]}`,
    `{"a":{"b":[{"c":${value}}]}}`,
    `[${value}]`,
    value,
    `{\n  "draft": false,\n  "items": [1, null, ${value}]\n}`,
    `{"data":${JSON.stringify(`{"note":${value}}`)}}`,
  ]);
}

const BOUNDARY = 'edge7';
const part = (head: string, text: string): string => `--${BOUNDARY}\r\n${head}\r\n\r\n${text}\r\n`;
const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const multipart = (random: Random, own: string): string => {
  const parts = random.list(0, 3, (index) => part(field(`field${index}`), 'ordinary'));
  parts.splice(random.below(parts.length + 1), 0, own);
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
};

const MULTIPART = ['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`];
const isLine = (text: string): boolean => !/[\r\n\0]/.test(text);
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them, not even escaped
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Where an application may find a visitor's text. */
export const PLACES = {
  query: (text, random) => ({ target: `/search?${form(text, random)}` }),
  form: (text, random) => ({
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: form(text, random),
  }),
  JSON: (text, random) => ({ headers: ['Content-Type', 'application/json'], body: json(text, random) }),
  'multipart field': (text, random) =>
    text.includes(BOUNDARY)
      ? null
      : { headers: MULTIPART, body: multipart(random, part(field('note'), text)) },
  'multipart field in base64': (text, random) => ({
    headers: MULTIPART,
    body: multipart(
      random,
      part(`${field('note')}\r\nContent-Transfer-Encoding: base64`, Buffer.from(text).toString('base64')),
    ),
  }),
  XML: (text, random) =>
    NOT_XML.test(text)
      ? null
      : {
          headers: ['Content-Type', random.pick(['text/xml', 'application/xml', 'application/soap+xml'])],
          body: random.pick([
            `<order><note>${xmlText(text)}</note></order>`,
            `<?xml version="1.0"?><order note="${xmlText(text)}"/>`,
            ...(text.includes(']]>') ? [] : [`<order><id>7</id><note><![CDATA[${text}]]></note></order>`]),
          ]),
        },
  'form without a type': (text, random) => ({ body: form(text, random) }),
  'JSON without a type': (text, random) => ({ body: json(text, random) }),
  'JSON as text': (text, random) => ({
    headers: [
      'Content-Type',
      random.pick(['text/plain', 'application/octet-stream', 'application/csp-report']),
    ],
    body: json(text, random),
  }),
  'JSON as a form': (text, random) => ({
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: json(text, random),
  }),
  cookie: (text, random) => ({ headers: ['Cookie', `lang=en; seen=${escaped(text, random)}; page=2`] }),
  Referer: (text, random) => ({ headers: ['Referer', `https://www.example/?q=${escaped(text, random)}`] }),
  'User-Agent': (text) => (isLine(text) ? { headers: ['User-Agent', bytes(text)] } : null),
} as const satisfies Record<string, Delivery>;

export type Place = keyof typeof PLACES;
export const PLACE_NAMES = Object.keys(PLACES) as Place[];

/** The request that carries the text there, as the scores' judge takes requests. */
export function deliver(text: string, place: Place, random: Random): CorpusRequest | null {
  const delivery: Delivery = PLACES[place];
  const wire = delivery(text, random);
  if (wire === null) return null;
  const body = Buffer.from(wire.body ?? '', 'utf8');
  return {
    id: 'mutant',
    label: 'attack',
    kind: '',
    source: '',
    text,
    half: 'unseen',
    method: wire.body === undefined ? 'GET' : 'POST',
    target: wire.target ?? '/notes',
    headers: [
      'Host',
      'shop.example',
      'Accept',
      '*/*',
      ...(wire.headers ?? []),
      ...(wire.body === undefined ? [] : ['Content-Length', String(body.length)]),
    ],
    body,
  };
}
