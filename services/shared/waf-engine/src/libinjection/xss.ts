/**
 * Whether a value is a script injection: libinjection's published method (BSD-3-Clause, see NOTICE), with code of our own.
 *
 * The value is read as HTML as if it stood in five places of a page: in text, in a tag, and in an attribute within each kind
 * of quotes. A tag, attribute, URL or comment that can run a script, in any of them, is an injection.
 *
 * As in the version that libmodsecurity 3.0.9 carries, every attribute that begins with `on` and has at least five letters
 * counts as an event handler; later versions have a list of event names, which new events escape.
 */
import type { ByteString } from '../api.ts';
import type { Subject } from '../matching/index.ts';
import { MARKUP } from '../transformations/traits.ts';
import { type Html5Context, Html5Tokenizer } from './html5-tokenizer.ts';
import { isScriptUrl } from './script-url.ts';

/** What makes an attribute dangerous: itself, a script URL as its value, or the name of an attribute as its value. */
type AttributeDanger = 'none' | 'always' | 'url' | 'names-attribute';

/** Places, and the quote that ends the attribute there: a value without it never leaves the attribute. */
const CONTEXTS: readonly (readonly [Html5Context, string])[] = [
  ['data', ''],
  ['unquoted', ''],
  ['single-quoted', "'"],
  ['double-quoted', '"'],
  ['back-quoted', '`'],
];

const DANGEROUS_TAGS: ReadonlySet<string> = new Set(
  (
    'applet base comment embed frame frameset handler iframe import isindex link listener meta noscript object script ' +
    'style vmlframe xml xss'
  ).split(' '),
);

const DANGEROUS_ATTRIBUTES: ReadonlyMap<string, AttributeDanger> = new Map([
  ...named('always', 'dataformatas datasrc filter style'),
  ...named('names-attribute', 'attributename'),
  ...named(
    'url',
    'action by background dynsrc formaction folder from handler href lowsrc poster src to values xlink:href',
  ),
]);

const TOKENIZER = new Html5Tokenizer();

/** Tags and comments begin with `<`, and an attribute has a value only behind `=`: without both there is nothing to find. */
export function mayHoldScript({ bytes, start, end, traits }: Subject): boolean {
  if ((traits & MARKUP) === 0) return false;
  for (let index = start; index < end; index++)
    if (bytes[index] === 0x3c || bytes[index] === 0x3d) return true;
  return false;
}

export function detectScript(value: ByteString): boolean {
  if (!value.includes('<') && !value.includes('=')) return false;
  return CONTEXTS.some(([context, quote]) => value.includes(quote) && isScriptIn(value, context));
}

function isScriptIn(value: ByteString, context: Html5Context): boolean {
  const token = TOKENIZER;
  token.reset(value, context);
  let attribute: AttributeDanger = 'none';
  while (token.next()) {
    const { start, length } = token;
    const before: AttributeDanger = attribute;
    attribute = 'none';
    switch (token.type) {
      case 'DOCTYPE':
        return true;
      case 'TAG_NAME_OPEN':
        if (isDangerousTag(value, start, length)) return true;
        break;
      case 'ATTR_NAME':
        attribute = attributeDanger(value, start, length);
        break;
      case 'ATTR_VALUE':
        if (before === 'always') return true;
        if (before === 'url' && isScriptUrl(value, start, start + length)) return true;
        if (before === 'names-attribute' && attributeDanger(value, start, length) !== 'none') return true;
        break;
      case 'TAG_COMMENT':
        if (isDangerousComment(value, start, length)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

function isDangerousTag(value: ByteString, start: number, length: number): boolean {
  if (length < 3) return false;
  const family = value.slice(start, start + 3).toLowerCase();
  return family === 'svg' || family === 'xsl' || DANGEROUS_TAGS.has(nameAt(value, start, length));
}

function attributeDanger(value: ByteString, start: number, length: number): AttributeDanger {
  if (length < 2) return 'none';
  if (length >= 5) {
    const beginning = value.slice(start, start + 5).toLowerCase();
    // Name spaces can give any tag any meaning.
    if (beginning.startsWith('on') || beginning === 'xmlns' || beginning === 'xlink') return 'always';
  }
  return DANGEROUS_ATTRIBUTES.get(nameAt(value, start, length)) ?? 'none';
}

/** Old browsers end tags at a back quote, and run what conditional comments, `<?import` and entities say. */
function isDangerousComment(value: ByteString, start: number, length: number): boolean {
  if (value.slice(start, start + length).includes('`')) return true;
  const beginning = value.slice(start, start + Math.min(length, 6)).toLowerCase();
  if (length > 3 && (beginning.startsWith('[if') || beginning.startsWith('xml'))) return true;
  return beginning === 'import' || beginning === 'entity';
}

/** Names are compared without regard to case and to NUL bytes. */
function nameAt(value: ByteString, start: number, length: number): string {
  return value
    .slice(start, start + length)
    .replaceAll('\0', '')
    .toLowerCase();
}

function named(danger: AttributeDanger, names: string): [string, AttributeDanger][] {
  return names.split(' ').map((name) => [name, danger]);
}
