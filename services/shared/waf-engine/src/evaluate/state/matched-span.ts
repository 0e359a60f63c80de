import type { ByteString } from '../../model/api.ts';
import type { CompiledLink } from '../../model/compiled-rules.ts';
import type { Entry } from '../../model/entry.ts';

/**
 * What a link has matched, and where. It is put into words only once all links of its rule have matched: many a chain begins
 * with what every request has, such as the name of each header, and goes no further.
 */
export interface MatchedSpan {
  readonly link: CompiledLink;
  readonly entry: Entry;
  readonly transformed: ByteString;
  readonly offset: number;
  readonly length: number;
}
