import { Latin1Buffer } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { byteSet } from '../transformations/byte-classes.ts';
import { PIECE } from './form-pairs.ts';

const BLANK = /\s/g;
const SIGN_OF_FLOW = /[,[\]]/;
const HYPHEN = 0x2d;
const SIGNS = byteSet(',[]');
const buffer = new Latin1Buffer(PIECE);

/**
 * The text with hyphens for the signs of flow collections in its tags: to most a tag ends there, to libyaml's descendants
 * (yaml.v3, YamlDotNet) it goes on to the next blank. `null`: no tag has any.
 */
export function* withWholeTags(text: ByteString, budget: ReadingBudget): Pausable<ByteString | null> {
  const pieces: ByteString[] = [];
  let isChanged = false;
  let kept = 0;
  for (let at = text.indexOf('!'); at >= 0; ) {
    BLANK.lastIndex = at;
    const end = BLANK.exec(text)?.index ?? text.length;
    pieces.push(text.slice(kept, at));
    for (let start = at; start < end; start += PIECE) {
      const tag = text.slice(start, Math.min(end, start + PIECE));
      const hasSigns = SIGN_OF_FLOW.test(tag);
      isChanged ||= hasSigns;
      pieces.push(hasSigns ? withHyphens(tag) : tag);
      if (endsSlice(budget, tag.length * 2)) yield;
    }
    kept = end;
    at = text.indexOf('!', end);
  }
  return isChanged ? pieces.join('') + text.slice(kept) : null;
}

/** By bytes: of many signs, each replaced in a string would be garbage of its own. */
function withHyphens(tag: ByteString): ByteString {
  buffer.write(tag, 0);
  const { bytes } = buffer;
  for (let at = 0; at < tag.length; at++) if (SIGNS[bytes[at]!] === 1) bytes[at] = HYPHEN;
  return buffer.read(0, tag.length);
}
