import type { CorpusRequest } from '../score/corpus.ts';
import { around, formPieces, type Padding } from './filler.ts';

/** The kinds of bodies that take padding without becoming something else. */
export type BodyPlace = 'form' | 'JSON' | 'multipart' | 'XML';

/** `null`: there is no body, or one that nothing can be added to. */
export function bodyPlaceOf(request: CorpusRequest): BodyPlace | null {
  if (request.body.length === 0) return null;
  const type = contentTypeOf(request).toLowerCase();
  const body = request.body.toString('latin1');
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form';
  if (/^(?:application|text)\/(?:[a-z0-9.-]+\+)?json\b/.test(type)) return isJson(body) ? 'JSON' : null;
  if (/^(?:application|text)\/(?:[a-z0-9.-]+\+)?xml\b/.test(type))
    return rootOf(body) === null ? null : 'XML';
  if (!type.startsWith('multipart/form-data')) return null;
  const boundary = boundaryOf(request);
  return boundary !== null && body.startsWith(`--${boundary}\r\n`) ? 'multipart' : null;
}

export function padBody(request: CorpusRequest, place: BodyPlace, padding: Padding): Buffer {
  const body = request.body.toString('latin1');
  return Buffer.from(PADDERS[place](body, padding, request), 'latin1');
}

type Padder = (body: string, padding: Padding, request: CorpusRequest) => string;

const PADDERS: Readonly<Record<BodyPlace, Padder>> = {
  form: (body, padding) => around(body, formPieces(padding), '&', padding.position),
  JSON: (body, { filler, count, position }) => {
    if (filler.isDepth) return `${'['.repeat(count)}${body}${']'.repeat(count)}`;
    const values = Array.from({ length: count }, (_, index) => {
      const [, value] = filler.argument(index);
      return value === '' ? '1' : JSON.stringify(value);
    });
    return `[${around(body, values, ',', position)}]`;
  },
  multipart: (body, { filler, count, position }, request) => {
    const boundary = `--${boundaryOf(request)!}`;
    const parts = Array.from({ length: count }, (_, index) => {
      const [name, value] = filler.argument(index);
      return `${boundary}\r\nContent-Disposition: form-data; name="${name === '' ? 'p' : name}"\r\n\r\n${value}\r\n`;
    });
    const end = body.lastIndexOf(`${boundary}--`);
    const core = end < 0 ? body : body.slice(0, end);
    return around(core, parts, '', position) + (end < 0 ? '' : body.slice(end));
  },
  XML: (body, { filler, count, position }) => {
    const root = rootOf(body)!;
    if (filler.isDepth) {
      const inside = body.slice(root.start, root.end);
      return `${body.slice(0, root.start)}${'<p>'.repeat(count)}${inside}${'</p>'.repeat(count)}${body.slice(root.end)}`;
    }
    const elements = Array.from({ length: count }, (_, index) => {
      const [, value] = filler.argument(index);
      return value === '' ? '<p/>' : `<p a="${value.replaceAll(/[<&"]/g, '.')}"/>`;
    });
    const inside = around(body.slice(root.start, root.end), elements, '', position);
    return body.slice(0, root.start) + inside + body.slice(root.end);
  },
};

function contentTypeOf({ headers }: CorpusRequest): string {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type');
  return at < 0 ? '' : headers[at + 1]!;
}

function boundaryOf(request: CorpusRequest): string | null {
  return /\bboundary="?([0-9A-Za-z'()+_,\-./:=?]+)"?/.exec(contentTypeOf(request))?.[1] ?? null;
}

/** Where the content of the root element begins and ends. */
function rootOf(body: string): { start: number; end: number } | null {
  const open = /<([A-Za-z][^\s<>/]*)(?:\s[^<>]*)?(?<!\/)>/.exec(body);
  if (open === null) return null;
  const end = body.lastIndexOf(`</${open[1]}`);
  const start = open.index + open[0].length;
  return end < start ? null : { start, end };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
