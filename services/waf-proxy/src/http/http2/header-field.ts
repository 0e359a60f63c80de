import { CONNECTION_FIELDS } from '../connection-fields.ts';
import { HeaderKind, headerKind } from '../header-kind.ts';
import { IS_TOKEN } from '../token.ts';

/** The role of a field in an HTTP/2 request's head. */
export const FieldRole = {
  Regular: 0,
  Method: 1,
  Scheme: 2,
  Authority: 3,
  Path: 4,
  Host: 5,
  Cookie: 6,
  /** Forbidden in any request: invalid characters, unknown pseudo fields, fields of HTTP/1 connections. */
  Malformed: 7,
} as const;
export type FieldRole = (typeof FieldRole)[keyof typeof FieldRole];

const PSEUDO_ROLES: Readonly<Record<string, FieldRole>> = {
  ':method': FieldRole.Method,
  ':scheme': FieldRole.Scheme,
  ':authority': FieldRole.Authority,
  ':path': FieldRole.Path,
};

const COLON = 0x3a;
const SPACE = 0x20;
const TAB = 0x09;

/** By character code: 1 where a value may have it; as HTTP/1, no controls but the tab. */
const IN_VALUE: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, code) =>
  code === TAB || (code >= SPACE && code !== 0x7f) ? 1 : 0,
);

/**
 * A field as it was decoded, judged once. Entries of HPACK's tables are such fields, so that what a client repeats is
 * neither read nor judged again.
 */
export class HeaderField {
  readonly name: string;
  readonly value: string;
  readonly role: FieldRole;
  readonly kind: HeaderKind;
  private storedLine = '';

  /** One character per byte. */
  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
    this.role = roleOf(name, value);
    this.kind = this.role === FieldRole.Regular ? headerKind(name) : HeaderKind.Plain;
  }

  /** As HTTP/1 writes it. */
  get line(): string {
    if (this.storedLine === '') this.storedLine = `${this.name}: ${this.value}\r\n`;
    return this.storedLine;
  }
}

function roleOf(name: string, value: string): FieldRole {
  if (!isValue(value)) return FieldRole.Malformed;
  if (name.charCodeAt(0) === COLON) {
    return Object.hasOwn(PSEUDO_ROLES, name) ? PSEUDO_ROLES[name]! : FieldRole.Malformed;
  }
  if (!isLowerCaseToken(name) || CONNECTION_FIELDS.has(name)) return FieldRole.Malformed;
  if (name === 'host') return FieldRole.Host;
  if (name === 'cookie') return FieldRole.Cookie;
  if (name === 'te' && value !== 'trailers') return FieldRole.Malformed;
  return FieldRole.Regular;
}

/** No blanks at its ends (RFC 9113, 8.2.1), and only characters that HTTP/1 allows as well. */
function isValue(value: string): boolean {
  const last = value.length - 1;
  if (last < 0) return true;
  if (isBlank(value.charCodeAt(0)) || isBlank(value.charCodeAt(last))) return false;
  for (let index = 0; index <= last; index++) {
    if (IN_VALUE[value.charCodeAt(index)] !== 1) return false;
  }
  return true;
}

function isLowerCaseToken(name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (IS_TOKEN[code] !== 1 || (code >= 0x41 && code <= 0x5a)) return false;
  }
  return name !== '';
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}
