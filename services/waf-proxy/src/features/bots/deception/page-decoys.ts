import { readHeadSigns } from '../../../http/head-signs.ts';
import { valuesOf, withoutFields } from '../../../http/header-lines.ts';
import type { ResponseHead } from '../../../http/response-head.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { Site } from '../../../request/site.ts';
import type { DeceptionPart } from './deception-policy.ts';
import { DecoyMarkup } from './decoy-markup.ts';
import { HtmlPlaces } from './html-places.ts';

type PageRequest = RequestContext<Site & DeceptionPart>;

/** Maximum bytes of a page that are parsed; what follows passes unchanged. */
const MAX_READ_BYTES = 2 * 1_024 * 1_024;

/** Extensions of page addresses, where there is an extension at all. */
const PAGE_TYPES: ReadonlySet<string> = new Set([
  'html',
  'htm',
  'xhtml',
  'shtml',
  'php',
  'asp',
  'aspx',
  'jsp',
  'jspx',
  'do',
  'action',
  'cgi',
  'pl',
  'cfm',
]);
const TYPE = /\.([a-z0-9]{1,8})$/i;
const DOCUMENTS: ReadonlySet<string> = new Set(['', 'document', 'iframe', 'frame']);

/** Whether the response may be a page that gets honeypots, so that the origin has to send it uncompressed. */
export function mayGetDecoys(request: PageRequest): boolean {
  const { site, method, head } = request;
  if (site!.deception === null || (method !== 'GET' && method !== 'HEAD')) return false;
  if (request.upgrade !== null || request.isReserved) return false;
  const query = head.target.indexOf('?');
  const path = query < 0 ? head.target : head.target.slice(0, query);
  const type = TYPE.exec(path)?.[1]?.toLowerCase();
  if (type !== undefined && !PAGE_TYPES.has(type)) return false;
  return DOCUMENTS.has(readHeadSigns(request.rawHeaders).fetchDestination);
}

/** Makes the following phases ask for, and check, an uncompressed page. */
export function askForPlainPage(request: PageRequest): void {
  request.asksPlainPage = true;
  request.originRequest = {
    authority: request.head.authority,
    target: request.originTarget,
    rawHeaders: [...withoutFields(request.rawHeaders, ACCEPT_ENCODING), 'Accept-Encoding', 'identity'],
  };
}

const ACCEPT_ENCODING: ReadonlySet<string> = new Set(['accept-encoding']);

const AS_IT_IS: ReadonlySet<string> = new Set(['', 'identity']);
const IS_HTML = /^\s*text\/html\s*(?:;|$)/i;
/** Encodings in which ASCII bytes have other meanings. */
const OTHER_LETTERS = /charset\s*=\s*(?:["']\s*)?(?:utf-?(?:16|32|7)|iso-2022|hz-gb|ucs-?[24]|ebcdic|ibm)/i;
/** Headers about the exact bytes; a response with one must not be changed. */
const ABOUT_THE_BYTES = ['content-digest', 'repr-digest', 'digest', 'content-md5', 'signature'];
const NO_TRANSFORM = /(?:^|[\s,])no-transform(?:[\s,;=]|$)/i;

function isPlainPage({ status, headers, contentLength }: ResponseHead): boolean {
  if (status !== 200 || contentLength === 0) return false;
  const types = valuesOf(headers, 'content-type');
  if (types.length !== 1 || !IS_HTML.test(types[0]!) || OTHER_LETTERS.test(types[0]!)) return false;
  const codings = valuesOf(headers, 'content-encoding');
  if (!codings.every((coding) => AS_IT_IS.has(coding.trim().toLowerCase()))) return false;
  if (valuesOf(headers, 'cache-control').some((value) => NO_TRANSFORM.test(value))) return false;
  if (valuesOf(headers, 'content-disposition').some((value) => /^\s*attachment/i.test(value))) return false;
  return ABOUT_THE_BYTES.every((name) => valuesOf(headers, name).length === 0);
}

/** Rewrites a page on its way through the edge. */
export interface PageRewriter {
  /** The output for this piece; may be empty. */
  write(piece: Buffer): Buffer;
  end(): Buffer;
}

export interface RewrittenAnswer {
  readonly head: ResponseHead;
  /** Null: only the head changes. */
  readonly page: PageRewriter | null;
}

/**
 * A response with honeypots inserted. Its bytes are no longer the origin's, so its length is unknown before its end,
 * its ETag becomes weak, and ranges are not supported (RFC 9110, 8.8.1 and 14.3).
 */
export function withDecoys(request: PageRequest, head: ResponseHead): RewrittenAnswer {
  const { deception } = request.site!;
  if (deception === null || !request.asksPlainPage) return { head, page: null };
  // 304 confirms a page that was rewritten.
  if (head.status === 304) return { head: { ...head, headers: weakened(head.headers) }, page: null };
  if (!isPlainPage(head)) return { head, page: null };
  const fields = withoutFields(weakened(head.headers), OF_THE_BYTES);
  const hasTag = valuesOf(fields, 'etag').length > 0;
  const headers = hasTag ? withoutFields(fields, LAST_MODIFIED) : fields;
  headers.push('Accept-Ranges', 'none');
  const page = head.bodyless ? null : new HiddenIn(request);
  return { head: { ...head, headers, contentLength: null }, page };
}

const OF_THE_BYTES: ReadonlySet<string> = new Set(['content-length', 'accept-ranges']);
/** A second validator would let clients request ranges from the origin. */
const LAST_MODIFIED: ReadonlySet<string> = new Set(['last-modified']);

const weakened = (headers: readonly string[]): string[] =>
  headers.map((text, at) =>
    at % 2 === 1 && headers[at - 1]!.toLowerCase() === 'etag' && !text.startsWith('W/') ? `W/${text}` : text,
  );

const NOTHING = Buffer.alloc(0);
/** Switches character sets (ISO 2022), in which something may only look like a tag. */
const ESCAPE = 0x1b;

class HiddenIn implements PageRewriter {
  private readonly markup: DecoyMarkup;
  private readonly places: HtmlPlaces;
  private bytes = 0;
  private isOver = false;

  constructor({ site, head, receivedAtMs }: PageRequest) {
    this.markup = new DecoyMarkup({
      ...site!.deception!,
      nowMs: receivedAtMs,
      host: head.host,
      onLast: () => this.stop(),
    });
    this.places = new HtmlPlaces(this.markup);
  }

  write(piece: Buffer): Buffer {
    if (this.isOver) return piece;
    this.bytes += piece.length;
    if (this.bytes > MAX_READ_BYTES || piece.includes(ESCAPE)) {
      this.stop();
      const kept = this.places.end();
      return kept === '' ? piece : Buffer.concat([Buffer.from(kept, 'latin1'), piece]);
    }
    const text = piece.toString('latin1');
    const written = this.places.write(text);
    return written === text ? piece : Buffer.from(written, 'latin1');
  }

  end(): Buffer {
    const last = !this.isOver && this.places.isText ? this.markup.atEnd() : '';
    const rest = this.places.end() + last;
    return rest === '' ? NOTHING : Buffer.from(rest, 'latin1');
  }

  private stop(): void {
    this.isOver = true;
    this.places.stop();
  }
}
