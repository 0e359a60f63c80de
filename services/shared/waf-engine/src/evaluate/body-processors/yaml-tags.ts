import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { PIECE } from './form-pairs.ts';

const BLANK = /\s/g;
/** To replace one sign costs as much as to read so many. */
const STEPS_OF_REPLACEMENT = 32;
const SIGN_OF_FLOW = /[,[\]]/g;

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
      const whole = tag.replace(SIGN_OF_FLOW, '-');
      isChanged ||= whole !== tag;
      pieces.push(whole);
      if (endsSlice(budget, whole === tag ? tag.length : tag.length * STEPS_OF_REPLACEMENT)) yield;
    }
    kept = end;
    at = text.indexOf('!', end);
  }
  return isChanged ? pieces.join('') + text.slice(kept) : null;
}
