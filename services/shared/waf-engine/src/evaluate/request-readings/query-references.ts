import type { ByteString } from '../../model/api.ts';
import { transformationsByName } from '../transformations/index.ts';

/** With its semicolon: without one it is the name of a parameter to everybody. */
const REFERENCE = /&(?:#x?[0-9a-f]{1,32}|[a-z]{2,8});/gi;

/** A query whose references to characters are undone before it is cut into pairs, as Mono's System.Web does. `null`: it has none. */
export function queryWithoutReferences(query: ByteString): ByteString | null {
  if (!query.includes('&') || !query.includes(';')) return null;
  const undone = query.replace(REFERENCE, (reference) =>
    transformationsByName.htmlEntityDecode.apply(reference),
  );
  return undone === query ? null : undone;
}
