import { asciiTarget } from '../ascii-target.ts';
import {
  emptyHeadFacts,
  type FramingFault,
  HEAD_LIMITS,
  type HeadFacts,
  hostOfAuthority,
  noteField,
} from '../head.ts';
import { HeaderKind, passesAlways } from '../header-kind.ts';
import { FieldRole, type HeaderField } from './header-field.ts';

export interface Http2Head {
  method: string;
  target: string;
  /** The fields as HTTP/1 would spell them: Host first, cookies joined, pseudo fields gone. */
  rawHeaders: string[];
  judgement: HeadFacts | FramingFault;
}

/**
 * Turns an HTTP/2 head into what all phases read, and judges it by the rules of HTTP/1: whatever could gain a second
 * meaning in the translation (two authorities, lengths that contradict each other) is refused. Characters have been
 * judged field by field.
 *
 * @returns null: it is none (RFC 9113, 8.1.1), and deserves no answer.
 */
export function readHttp2Head(fields: readonly HeaderField[]): Http2Head | null {
  const facts = emptyHeadFacts();
  const rawHeaders = ['host', ''];
  const lines: string[] = [];
  let method: string | null = null;
  let target: string | null = null;
  let scheme: string | null = null;
  let authority: string | null = null;
  let hostField: string | null = null;
  let cookies = '';
  let fault: FramingFault | null = null;
  let fieldFault: FramingFault | null = null;
  let canonical = true;
  let pseudoOver = false;
  for (const field of fields) {
    const { role, value } = field;
    if (role === FieldRole.Regular) {
      pseudoOver = true;
      const { kind } = field;
      rawHeaders.push(field.name, value);
      if (kind !== HeaderKind.Plain) fieldFault ??= noteField(facts, kind, value);
      if (passesAlways(kind)) lines.push(field.line);
      // With an underscore it is the site's choice.
      else if (kind === HeaderKind.Underscore) canonical = false;
      continue;
    }
    switch (role) {
      case FieldRole.Cookie:
        pseudoOver = true;
        cookies = cookies === '' ? value : `${cookies}; ${value}`;
        continue;
      case FieldRole.Host:
        pseudoOver = true;
        if (hostField !== null) fault ??= 'host_repeated';
        hostField = value;
        continue;
      case FieldRole.Malformed:
        return null;
    }
    // Pseudo fields come first, and once each.
    if (pseudoOver) return null;
    switch (role) {
      case FieldRole.Method:
        if (method !== null) return null;
        method = value;
        break;
      case FieldRole.Path:
        if (target !== null) return null;
        target = asciiTarget(value);
        break;
      case FieldRole.Authority:
        if (authority !== null) return null;
        authority = value;
        break;
      case FieldRole.Scheme:
        if (scheme !== null) return null;
        scheme = value;
        break;
    }
  }
  if (method === null || method === '') return null;
  const hasPathAndScheme = target !== null && target !== '' && scheme !== null && scheme !== '';
  if (method === 'CONNECT' ? target !== null || scheme !== null : !hasPathAndScheme) return null;
  if (authority !== null && hostField !== null && hostField.toLowerCase() !== authority.toLowerCase()) {
    fault ??= 'authority_mismatch';
  }
  const host = authority ?? hostField;
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
    lines.push('cookie: ', cookies, '\r\n');
  }
  if (canonical) facts.passedLines = lines;
  if (rawHeaders.length > HEAD_LIMITS.fields * 2) fieldFault = 'too_many_fields';
  const judgement = fault ?? judge(method, target ?? '', facts, fieldFault);
  return { method, target: target ?? '', rawHeaders, judgement };
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
