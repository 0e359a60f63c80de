import {
  type Masking,
  maskCookies,
  maskJson,
  maskMultipart,
  maskPairs,
  maskTarget,
  maskXml,
} from './mask-text.ts';
import { maskShapes } from './secret-shapes.ts';

/** A request as text of one character per byte. */
export interface PlainRequest {
  target: string;
  /** Name, value, … */
  fields: readonly string[];
  /** Null: none, or none that is kept. */
  body: string | null;
}

/** The same request without its secrets: every length stays as it was. */
export function maskRequest({ target, fields, body }: PlainRequest, masking: Masking): PlainRequest {
  const masked: string[] = [];
  for (let index = 0; index < fields.length; index += 2)
    masked.push(fields[index]!, maskField(fields[index]!, fields[index + 1]!, masking));
  return {
    target: maskTarget(target, masking),
    fields: masked,
    body: body === null ? null : maskBody(body, typeOf(fields), masking),
  };
}

/** Says how a secret is told, and tells nothing itself. */
const SCHEME = /^(?:Basic|Bearer|Digest|Negotiate|Token|ApiKey|AWS4-HMAC-SHA256)\b/i;

function maskField(name: string, value: string, masking: Masking): string {
  const lower = name.toLowerCase();
  const kept = masking.keptIn(lower);
  // Its boundary is what the body is read by.
  if (lower === 'content-type') return value;
  if (lower === 'cookie') return maskCookies(value, masking);
  if (lower === 'referer' || lower === 'origin') return maskTarget(value, masking);
  if (!masking.names.hasField(lower)) return maskShapes(value, masking.substitution, kept);
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  return scheme + masking.substitution.mask(value.slice(scheme.length), kept);
}

/** What it says it is, or looks like: the rules read a body in more than one way, too. */
function maskBody(body: string, type: string, masking: Masking): string {
  const boundary = /boundary="?([^";,\s]{1,200})/i.exec(type)?.[1];
  if (boundary !== undefined) return maskMultipart(body, boundary, masking);
  if (/^\s{0,100}[[{]/.test(body)) return maskJson(body, masking);
  if (/^\s{0,100}</.test(body)) return maskXml(body, masking);
  return maskPairs(body, masking);
}

function typeOf(fields: readonly string[]): string {
  for (let index = 0; index < fields.length; index += 2)
    if (fields[index]!.toLowerCase() === 'content-type') return fields[index + 1]!;
  return '';
}
