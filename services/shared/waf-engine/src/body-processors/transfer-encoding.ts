import type { ByteString } from '../api.ts';
import { transformations } from '../transformations/index.ts';

const SOFT_BREAK = /=[\t ]*\r?\n/g;
const ESCAPE = /=([0-9A-Fa-f]{2})/g;

/**
 * A part's content without its Content-Transfer-Encoding (RFC 2045, section 6). RFC 7578 has done away with it in forms,
 * yet parsers of mail and several frameworks still undo it. `null`: there is nothing to undo.
 */
export function decodeTransfer(coding: ByteString, content: ByteString): ByteString | null {
  switch (
    coding
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase()
  ) {
    case 'base64':
      return transformations.base64decodeext!.apply(content);
    case 'quoted-printable':
      return content
        .replace(SOFT_BREAK, '')
        .replace(ESCAPE, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    default:
      return null;
  }
}
