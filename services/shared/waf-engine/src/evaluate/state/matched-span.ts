import type { ByteString } from '../../model/api.ts';
import type { CompiledLink } from '../../model/compiled-rules.ts';
import type { Entry } from '../../model/entry.ts';

/**
 * The match of a link, with its position. It is formatted only once all links of its rule have matched: many chains
 * begin with something that every request has, such as the name of each header, and go no further.
 */
export interface MatchedSpan {
  readonly link: CompiledLink;
  readonly entry: Entry;
  readonly transformed: ByteString;
  readonly offset: number;
  readonly length: number;
}
