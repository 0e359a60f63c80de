import { encodeUtf8 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { RequestLimit } from './types.ts';

export class XmlError extends Error {
  /** `null`: the document is malformed. */
  readonly limit: RequestLimit | null;

  constructor(message: string, limit: RequestLimit | null = null) {
    super(message);
    this.limit = limit;
  }
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);
const PREDEFINED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const DECLARATION = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g;
const REFERENCE = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([^\s&;#<>"']{1,64}));/y;

/** Limits what "billion laughs" documents can buy. */
const MAX_EXPANSION = 64 * 1024;
const MAX_NESTING = 8;

/** General entities: predefined, by number, or declared with a literal value; external ones are empty. */
export class XmlEntities {
  private readonly declared = new Map<string, ByteString>();
  private expanded = 0;

  declare(documentType: ByteString): void {
    for (const [, name, double, single, external] of documentType.matchAll(DECLARATION)) {
      if (!this.declared.has(name!))
        this.declared.set(name!, external === undefined ? (double ?? single ?? '') : '');
    }
  }

  expand(raw: ByteString, nesting = 0): ByteString {
    let at = raw.indexOf('&');
    if (at < 0) return raw;
    // Sums of texts would be put together later, all at once.
    const pieces: ByteString[] = [];
    let flushed = 0;
    while (at >= 0) {
      REFERENCE.lastIndex = at;
      const reference = REFERENCE.exec(raw);
      if (reference === null) throw new XmlError('entity reference expected');
      pieces.push(raw.slice(flushed, at), this.resolve(reference, nesting));
      flushed = at + reference[0].length;
      at = raw.indexOf('&', flushed);
    }
    pieces.push(raw.slice(flushed));
    return pieces.join('');
  }

  private resolve(reference: RegExpExecArray, nesting: number): ByteString {
    const [, hex, decimal, name] = reference;
    if (name === undefined) {
      const code = hex === undefined ? Number.parseInt(decimal!, 10) : Number.parseInt(hex, 16);
      // XML 1.1 has controls; readers of 1.0 leave them out or refuse them.
      if ((code < 0x20 && !BLANKS.has(code)) || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        throw new XmlError('invalid character reference');
      return encodeUtf8(String.fromCodePoint(code));
    }
    const predefined = PREDEFINED.get(name);
    if (predefined !== undefined) return predefined;
    const declared = this.declared.get(name);
    if (declared === undefined) throw new XmlError(`entity '${name}' not defined`);
    if (nesting >= MAX_NESTING) throw new XmlError('entities nested too deeply', 'XML entities');
    this.expanded += declared.length;
    if (this.expanded > MAX_EXPANSION) throw new XmlError('entity expansion limit exceeded', 'XML entities');
    return this.expand(declared, nesting + 1);
  }
}
