import type { ByteString } from '../../model/api.ts';
import type { KeyedEntries } from '../../model/keyed-entries.ts';

/** Netscape-style cookies (`SecCookieFormat 0`): split at `;`, then at the first `=`; values are not decoded. */
export function parseCookies(header: ByteString, into: KeyedEntries): void {
  for (const pair of header.trimEnd().split(';')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = (equals < 0 ? pair : pair.slice(0, equals)).trimStart();
    if (key !== '') into.add(key, equals < 0 ? '' : pair.slice(equals + 1));
  }
}
