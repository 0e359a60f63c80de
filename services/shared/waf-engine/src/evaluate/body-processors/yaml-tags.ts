import type { ByteString } from '../../model/api.ts';

const BLANK = /\s/g;
const SIGN_OF_FLOW = /[,[\]]/g;

/**
 * The text with hyphens for the signs of flow collections in its tags: to most a tag ends there, to libyaml's descendants
 * (yaml.v3, YamlDotNet) it goes on to the next blank. `null`: no tag has any.
 */
export function withWholeTags(text: ByteString): ByteString | null {
  const pieces: ByteString[] = [];
  let kept = 0;
  for (let at = text.indexOf('!'); at >= 0; ) {
    BLANK.lastIndex = at;
    const end = BLANK.exec(text)?.index ?? text.length;
    const tag = text.slice(at, end);
    const whole = tag.replace(SIGN_OF_FLOW, '-');
    if (whole !== tag) {
      pieces.push(text.slice(kept, at), whole);
      kept = end;
    }
    at = text.indexOf('!', end);
  }
  return pieces.length === 0 ? null : pieces.join('') + text.slice(kept);
}
