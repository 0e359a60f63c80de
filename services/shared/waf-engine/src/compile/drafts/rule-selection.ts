import type { ByteString } from '../../model/api.ts';

/** Which rules an update, a `ctl` or an exclusion means. */
export type RuleSelection =
  | { readonly by: 'id'; readonly ranges: readonly (readonly [first: number, last: number])[] }
  | { readonly by: 'tag'; readonly tag: ByteString }
  | { readonly by: 'msg'; readonly message: ByteString };

/** `942100`, `942100-942199`, several separated by commas or spaces. Null: none of these. */
export function parseIdRanges(text: string): RuleSelection | null {
  const ranges: [number, number][] = [];
  for (const piece of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const match = /^["']?(\d+)(?:-(\d+))?["']?$/.exec(piece);
    if (match === null) return null;
    const first = Number(match[1]);
    ranges.push([first, match[2] === undefined ? first : Number(match[2])]);
  }
  return ranges.length === 0 ? null : { by: 'id', ranges };
}
