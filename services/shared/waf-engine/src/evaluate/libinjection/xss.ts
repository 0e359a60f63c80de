/**
 * Whether a value is a script injection: libinjection's published method (BSD-3-Clause, see NOTICE), with code of our own.
 *
 * The value is read as HTML as if it stood in five places of a page: in text, in a tag, and in an attribute within each kind
 * of quotes. A tag, attribute, URL or comment that can run a script, in any of them, is an injection.
 *
 * As in the version that libmodsecurity 3.0.9 carries, every attribute that begins with `on` and has at least five letters
 * counts as an event handler; later versions have a list of event names, which new events escape.
 */

import type { Subject } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
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

const END = Number.POSITIVE_INFINITY;
/** Bytes between checks for the end of the slice in a long value. */
const PIECE = 8 * 1024;
const STEPS_PER_BYTE = 8;

/** Tags and comments begin with `<`, and an attribute has a value only behind `=`: without both there is nothing to find. */
export function mayHoldScript({ bytes, start, end, traits }: Subject): boolean {
  if ((traits & MARKUP) === 0) return false;
  for (let index = start; index < end; index++)
    if (bytes[index] === 0x3c || bytes[index] === 0x3d) return true;
  return false;
}

export function detectScript(value: ByteString): boolean {
  if (!value.includes('<') && !value.includes('=')) return false;
  return CONTEXTS.some(
    ([context, quote]) => value.includes(quote) && READING.of(value, context).advance(END),
  );
}

/** The same, with pauses. */
export function* detectScriptInSlices(value: ByteString, budget: ReadingBudget): Pausable<boolean> {
  if (!value.includes('<') && !value.includes('=')) return false;
  const reading = new HtmlReading();
  for (const [context, quote] of CONTEXTS) {
    if (!value.includes(quote)) continue;
    reading.of(value, context);
    for (let at = 0; !reading.isOver; at = reading.position) {
      if (reading.advance(at + PIECE)) return true;
      budget.steps += (reading.position - at) * STEPS_PER_BYTE;
      if (budget.isSliceOver) yield;
    }
  }
  return false;
}

/** A value as it reads in one place. */
class HtmlReading {
  isOver = false;
  private value: ByteString = '';
  private attribute: AttributeDanger = 'none';
  private readonly token = new Html5Tokenizer();

  of(value: ByteString, context: Html5Context): this {
    this.value = value;
    this.attribute = 'none';
    this.token.reset(value, context);
    this.isOver = false;
    return this;
  }

  get position(): number {
    return this.token.position;
  }

  /** Reads up to about a position of the value; true as soon as something can run a script. */
  advance(until: number): boolean {
    while (this.token.position < until) {
      if (!this.token.next()) {
        this.isOver = true;
        return false;
      }
      if (this.isDangerous()) return true;
    }
    return false;
  }

  private isDangerous(): boolean {
    const value = this.value;
    const token = this.token;
    const before = this.attribute;
    this.attribute = 'none';
    const { start, length } = token;
    switch (token.type) {
      case 'DOCTYPE':
        return true;
      case 'TAG_NAME_OPEN':
        return isDangerousTag(value, start, length);
      case 'ATTR_NAME':
        this.attribute = attributeDanger(value, start, length);
        return false;
      case 'ATTR_VALUE':
        if (before === 'always') return true;
        if (before === 'url') return isScriptUrl(value, start, start + length);
        return before === 'names-attribute' && attributeDanger(value, start, length) !== 'none';
      case 'TAG_COMMENT':
        return isDangerousComment(value, start, length);
      default:
        return false;
    }
  }
}

const READING = new HtmlReading();

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
