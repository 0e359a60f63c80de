import {
  emptyHeadFacts,
  type FramingFault,
  HEAD_LIMITS,
  type HeadFacts,
  hostOfAuthority,
  noteField,
} from './head.ts';
import { HeaderKind, headerKind, passesAlways } from './header-kind.ts';

export interface Http2Head {
  method: string;
  target: string;
  /** The fields as HTTP/1 would spell them: Host first, cookies joined, pseudo fields gone. */
  rawHeaders: string[];
  judgement: HeadFacts | FramingFault;
}

/** Fields that have no meaning in HTTP/2 and another one behind a translating proxy (RFC 9113, 8.2.2). */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Turns an HTTP/2 head into what all phases read, and judges it by the rules of HTTP/1: whatever could gain a second
 * meaning in the translation (line breaks, connection fields, two authorities) is refused. nghttp2 has checked the
 * order and presence of pseudo fields and the characters of names.
 */
export function readHttp2Head(raw: readonly string[]): Http2Head {
  const facts = emptyHeadFacts();
  const rawHeaders = ['host', ''];
  // Joined at once: text that is added to piece by piece is a tree, which costs twice as much until it is on the wire.
  const lines: string[] = [];
  let method = '';
  let target = '';
  let authority = '';
  let hostField: string | null = null;
  let cookies = '';
  let fault: FramingFault | null = null;
  let fieldFault: FramingFault | null = null;
  let canonical = true;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const value = raw[index + 1]!;
    if (hasLineBreak(value)) fault ??= 'bad_field';
    if (name === ':method') method = value;
    else if (name === ':path') target = value;
    else if (name === ':authority') authority = value;
    else if (name.startsWith(':')) continue;
    else if (name === 'host') {
      if (hostField !== null) fault ??= 'host_repeated';
      hostField = value;
    } else if (name === 'cookie') cookies = cookies === '' ? value : `${cookies}; ${value}`;
    else if (CONNECTION_FIELDS.has(name)) fault ??= 'bad_field';
    else {
      rawHeaders.push(name, value);
      const kind = headerKind(name);
      if (kind !== HeaderKind.Plain) fieldFault ??= noteField(facts, kind, value);
      if (passesAlways(kind)) lines.push(name, ': ', value, '\r\n');
      // With an underscore it is the site's choice.
      else if (kind === HeaderKind.Underscore) canonical = false;
    }
  }
  if (authority !== '' && hostField !== null && hostField.toLowerCase() !== authority.toLowerCase()) {
    fault ??= 'authority_mismatch';
  }
  const host = authority === '' ? hostField : authority;
  if (host === null) {
    rawHeaders.splice(0, 2);
    fieldFault ??= 'host_missing';
  } else {
    rawHeaders[1] = host;
    facts.authority = host;
    facts.hostFields = 1;
  }
  if (cookies !== '') {
    rawHeaders.push('cookie', cookies);
    lines.push('cookie', ': ', cookies, '\r\n');
  }
  if (canonical) facts.passedFields = lines.join('');
  if (rawHeaders.length > HEAD_LIMITS.fields * 2) fieldFault = 'too_many_fields';
  return { method, target, rawHeaders, judgement: fault ?? judge(method, target, facts, fieldFault) };
}

function judge(
  method: string,
  target: string,
  facts: HeadFacts,
  fieldFault: FramingFault | null,
): HeadFacts | FramingFault {
  if (method === 'CONNECT' || method === 'TRACE') return 'method_refused';
  if (fieldFault !== null) return fieldFault;
  if (target.length > HEAD_LIMITS.targetBytes) return 'target_too_long';
  if (target.includes('#')) return 'target_fragment';
  // Spaces and controls would end the target early in the request line that the origin reads.
  if (!/^\/[\x21-\x7e]*$/.test(target) && !(target === '*' && method === 'OPTIONS')) return 'target_form';
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}$/.test(method)) return 'method_refused';
  const host = hostOfAuthority(facts.authority);
  if (host === null) return 'authority_invalid';
  facts.host = host;
  facts.target = target;
  return facts;
}

function hasLineBreak(value: string): boolean {
  return value.includes('\r') || value.includes('\n') || value.includes('\0');
}
