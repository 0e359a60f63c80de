import type { ByteString } from '../../model/api.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';

const TRIGGERS = byteSet('&');
/** Longer ones stay as they are. */
const MAX_DOCUMENT = 64 * 1024;
const BEGINS_CODE = /<(?:code|pre)[\s>]/i;
const TAG =
  /<(\/?)([a-z][a-z0-9]*)(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'`=<>]+))?)*\s*\/?>|<!--[^<>]*-->/iy;
/** Elements in whose texts a browser reads tags and references, and nothing else. */
const PLAIN_ELEMENTS = new Set(
  `a abbr article b blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li
  mark ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var`.split(
    /\s+/,
  ),
);
const CODE_ELEMENTS = new Set(['code', 'pre']);
/** All spellings of `<` that a browser reads as a character of the text. */
const LESS_THAN = /&(?:lt(?![a-z0-9=])|#0{0,7}60(?![0-9])|#x0{0,7}3c(?![0-9a-f]));?/gi;
/**
 * A script element in such a text, with nothing in it by which a text of a program, around all of this, would end; and before such a
 * reference no program goes on.
 */
const SCRIPT = /&lt;script&gt;[\w .,()=+-]{0,200}&lt;\/script&gt;/gi;

/**
 * Replaces references to `<` by a blank, and script elements by two, where they stand in the text of a `code` or `pre` element: there a browser shows the sign, so
 * what comes after it is no element. Only in values that are markup of plain elements throughout, each code element closed, with no
 * equals sign between the tags: a value that could stand in an attribute, a script or a style stays as it is.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx <script" "id:1,phase:2,deny,t:hideEscapedCode,t:htmlEntityDecode"`. Palisade's own.
 */
export const hideEscapedCode: TransformationEntry = {
  apply(value) {
    if (value.length > MAX_DOCUMENT || !BEGINS_CODE.test(value)) return value;
    return hidden(value);
  },
  triggers: TRIGGERS,
};

function hidden(value: ByteString): ByteString {
  let result = '';
  let depth = 0;
  let at = 0;
  while (at < value.length) {
    const found = value.indexOf('<', at);
    const start = found < 0 ? value.length : found;
    const text = value.slice(at, start);
    if (depth === 0 && text.includes('=')) return value;
    result += depth > 0 ? text.replace(SCRIPT, '  ').replace(LESS_THAN, ' ') : text;
    if (found < 0) break;
    TAG.lastIndex = start;
    const tag = TAG.exec(value);
    if (tag === null) return value;
    const [all, slash, name] = tag;
    if (name !== undefined) {
      const element = name.toLowerCase();
      if (!PLAIN_ELEMENTS.has(element)) return value;
      if (CODE_ELEMENTS.has(element)) depth += slash === '/' ? -1 : 1;
      if (depth < 0) return value;
    }
    result += all;
    at = start + all.length;
  }
  return depth === 0 ? result : value;
}
