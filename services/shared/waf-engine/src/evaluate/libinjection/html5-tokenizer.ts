/**
 * Splits a value into HTML tokens as browsers do (HTML Living Standard, section 13.2.5), with the leniency of old ones:
 * libinjection's method for finding script injections, which considers what a browser would make of a value in five
 * different positions of a page.
 *
 * Each byte is examined a bounded number of times, and nothing is allocated per token: `next` moves `type`, `start` and
 * `length` to the next token.
 */
import type { ByteString } from '../../model/api.ts';

export type Html5TokenType =
  | 'DATA_TEXT'
  | 'TAG_NAME_OPEN'
  | 'TAG_NAME_CLOSE'
  | 'TAG_NAME_SELFCLOSE'
  | 'TAG_CLOSE'
  | 'ATTR_NAME'
  | 'ATTR_VALUE'
  | 'TAG_COMMENT'
  | 'DOCTYPE';

/** Where in a page the value begins. */
export type Html5Context = 'data' | 'unquoted' | 'single-quoted' | 'double-quoted' | 'back-quoted';

type State =
  | 'end'
  | 'data'
  | 'tag-open'
  | 'tag-name-close'
  | 'self-closing'
  | 'before-attribute-name'
  | 'after-attribute-name'
  | 'before-attribute-value'
  | 'single-quoted-value'
  | 'double-quoted-value'
  | 'back-quoted-value'
  | 'after-quoted-value';

const FIRST_STATE: Readonly<Record<Html5Context, State>> = {
  data: 'data',
  unquoted: 'before-attribute-name',
  'single-quoted': 'single-quoted-value',
  'double-quoted': 'double-quoted-value',
  'back-quoted': 'back-quoted-value',
};

const NUL = 0x00;
const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const PERCENT = 0x25;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const BACK_QUOTE = 0x60;

/** From this length on, the ends of names and values are found by V8's search, in a fifth of the time. */
const LONG_NAME = 256;
const END_OF_TAG_NAME = /[\t-\r />]/g;
const END_OF_ATTRIBUTE_NAME = /[\0\t-\r /=>]/g;
const END_OF_VALUE = /[\0\t-\r >]/g;

export class Html5Tokenizer {
  type: Html5TokenType = 'DATA_TEXT';
  start = 0;
  length = 0;

  private text: ByteString = '';
  private storedPosition = 0;
  private state: State = 'end';
  private isClosing = false;

  /** Restarts with another value or context. */
  reset(text: ByteString, context: Html5Context): void {
    this.text = text;
    this.storedPosition = 0;
    this.state = FIRST_STATE[context];
    this.isClosing = false;
  }

  /** Everything before it has been read. */
  get position(): number {
    return this.storedPosition;
  }

  /** Moves to the next token. False at the end of the value. */
  next(): boolean {
    switch (this.state) {
      case 'end':
        return false;
      case 'data':
        return this.data();
      case 'tag-open':
        return this.tagOpen();
      case 'tag-name-close':
        return this.tagNameClose();
      case 'self-closing':
        return this.selfClosing();
      case 'before-attribute-name':
        return this.beforeAttributeName();
      case 'after-attribute-name':
        return this.afterAttributeName();
      case 'before-attribute-value':
        return this.beforeAttributeValue();
      case 'single-quoted-value':
        return this.quotedValue("'");
      case 'double-quoted-value':
        return this.quotedValue('"');
      case 'back-quoted-value':
        return this.quotedValue('`');
      case 'after-quoted-value':
        return this.afterQuotedValue();
    }
  }

  private emit(type: Html5TokenType, start: number, end: number, position: number, state: State): true {
    this.type = type;
    this.start = start;
    this.length = end - start;
    this.storedPosition = position;
    this.state = state;
    return true;
  }

  private emitRest(type: Html5TokenType): true {
    const end = this.text.length;
    return this.emit(type, this.storedPosition, end, end, 'end');
  }

  /** The byte at the position; NaN at the end. */
  private byte(): number {
    return this.text.charCodeAt(this.storedPosition);
  }

  private data(): boolean {
    const open = this.text.indexOf('<', this.storedPosition);
    if (open < 0) {
      this.emitRest('DATA_TEXT');
      return this.length > 0;
    }
    const start = this.storedPosition;
    this.emit('DATA_TEXT', start, open, open + 1, 'tag-open');
    return this.length > 0 || this.tagOpen();
  }

  private tagOpen(): boolean {
    const byte = this.byte();
    if (Number.isNaN(byte)) return false;
    switch (byte) {
      case BANG:
        this.storedPosition++;
        return this.markupDeclaration();
      case SLASH:
        this.storedPosition++;
        this.isClosing = true;
        return this.endTagOpen();
      case QUESTION:
        this.storedPosition++;
        return this.untilOrRest('>', 'TAG_COMMENT');
      case PERCENT:
        // Old browsers take `<% … %>` for a comment.
        this.storedPosition++;
        return this.untilOrRest('%>', 'TAG_COMMENT');
      default:
        // Old browsers ignore NUL bytes, so one may begin a name.
        if (isLetter(byte) || byte === NUL) return this.tagName();
        return this.emit(
          'DATA_TEXT',
          this.storedPosition - 1,
          this.storedPosition,
          this.storedPosition,
          'data',
        );
    }
  }

  private endTagOpen(): boolean {
    const byte = this.byte();
    if (Number.isNaN(byte)) return false;
    if (byte === GREATER) return this.data();
    if (isLetter(byte)) return this.tagName();
    this.isClosing = false;
    return this.untilOrRest('>', 'TAG_COMMENT');
  }

  private tagName(): boolean {
    const start = this.storedPosition;
    const end = this.text.length;
    for (let at = start; at < end; at++) {
      if (at === start + LONG_NAME) at = this.findEnd(END_OF_TAG_NAME, at);
      if (at === end) break;
      const byte = this.text.charCodeAt(at);
      if (byte === NUL) continue;
      if (isWhite(byte)) return this.emit('TAG_NAME_OPEN', start, at, at + 1, 'before-attribute-name');
      if (byte === SLASH) return this.emit('TAG_NAME_OPEN', start, at, at + 1, 'self-closing');
      if (byte !== GREATER) continue;
      if (!this.isClosing) return this.emit('TAG_NAME_OPEN', start, at, at, 'tag-name-close');
      this.isClosing = false;
      return this.emit('TAG_CLOSE', start, at, at + 1, 'data');
    }
    return this.emitRest('TAG_NAME_OPEN');
  }

  private findEnd(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.test(this.text) ? pattern.lastIndex - 1 : this.text.length;
  }

  private tagNameClose(): boolean {
    this.isClosing = false;
    const end = this.storedPosition + 1;
    return this.emit('TAG_NAME_CLOSE', end - 1, end, end, end < this.text.length ? 'data' : 'end');
  }

  private selfClosing(): boolean {
    if (this.byte() !== GREATER) return this.beforeAttributeName();
    const end = this.storedPosition + 1;
    return this.emit('TAG_NAME_SELFCLOSE', end - 2, end, end, 'data');
  }

  private beforeAttributeName(): boolean {
    this.skipWhite();
    while (this.byte() === SLASH) {
      this.storedPosition++;
      if (this.byte() === GREATER) return this.selfClosing();
      this.skipWhite();
    }
    if (this.atEnd()) return false;
    if (this.byte() === GREATER) {
      return this.emit(
        'TAG_NAME_CLOSE',
        this.storedPosition,
        this.storedPosition + 1,
        this.storedPosition + 1,
        'data',
      );
    }
    return this.attributeName();
  }

  private attributeName(): boolean {
    const start = this.storedPosition;
    const end = this.text.length;
    for (let at = start + 1; at < end; at++) {
      if (at === start + LONG_NAME) at = this.findEnd(END_OF_ATTRIBUTE_NAME, at);
      if (at === end) break;
      const byte = this.text.charCodeAt(at);
      if (isWhite(byte)) return this.emit('ATTR_NAME', start, at, at + 1, 'after-attribute-name');
      if (byte === SLASH) return this.emit('ATTR_NAME', start, at, at + 1, 'self-closing');
      if (byte === EQUALS) return this.emit('ATTR_NAME', start, at, at + 1, 'before-attribute-value');
      if (byte === GREATER) return this.emit('ATTR_NAME', start, at, at, 'tag-name-close');
    }
    return this.emitRest('ATTR_NAME');
  }

  private afterAttributeName(): boolean {
    this.skipWhite();
    if (this.atEnd()) return false;
    switch (this.byte()) {
      case SLASH:
        this.storedPosition++;
        return !this.atEnd() && this.selfClosing();
      case EQUALS:
        this.storedPosition++;
        return this.beforeAttributeValue();
      case GREATER:
        return this.tagNameClose();
      default:
        return this.attributeName();
    }
  }

  private beforeAttributeValue(): boolean {
    this.skipWhite();
    if (this.atEnd()) {
      this.state = 'end';
      return false;
    }
    switch (this.byte()) {
      case DOUBLE_QUOTE:
        return this.quotedValue('"');
      case SINGLE_QUOTE:
        return this.quotedValue("'");
      case BACK_QUOTE:
        return this.quotedValue('`');
      default:
        return this.unquotedValue();
    }
  }

  /** At the very beginning of a value that is taken to stand within quotes there is no quote to skip. */
  private quotedValue(quote: string): boolean {
    if (this.storedPosition > 0) this.storedPosition++;
    const start = this.storedPosition;
    const end = this.text.indexOf(quote, start);
    return end < 0
      ? this.emitRest('ATTR_VALUE')
      : this.emit('ATTR_VALUE', start, end, end + 1, 'after-quoted-value');
  }

  private unquotedValue(): boolean {
    const start = this.storedPosition;
    const end = this.text.length;
    for (let at = start; at < end; at++) {
      if (at === start + LONG_NAME) at = this.findEnd(END_OF_VALUE, at);
      if (at === end) break;
      const byte = this.text.charCodeAt(at);
      if (isWhite(byte)) return this.emit('ATTR_VALUE', start, at, at + 1, 'before-attribute-name');
      if (byte === GREATER) return this.emit('ATTR_VALUE', start, at, at, 'tag-name-close');
    }
    return this.emitRest('ATTR_VALUE');
  }

  private afterQuotedValue(): boolean {
    if (this.atEnd()) return false;
    const byte = this.byte();
    if (byte === SLASH) {
      this.storedPosition++;
      return !this.atEnd() && this.selfClosing();
    }
    if (isWhite(byte)) this.storedPosition++;
    return this.beforeAttributeName();
  }

  private markupDeclaration(): boolean {
    const at = this.storedPosition;
    if (this.text.slice(at, at + 7).toLowerCase() === 'doctype') {
      const end = this.text.indexOf('>', at);
      return end < 0 ? this.emitRest('DOCTYPE') : this.emit('DOCTYPE', at, end, end + 1, 'data');
    }
    if (this.text.startsWith('[CDATA[', at)) {
      this.storedPosition += 7;
      return this.untilOrRest(']]>', 'DATA_TEXT');
    }
    if (this.text.startsWith('--', at)) {
      this.storedPosition += 2;
      return this.comment();
    }
    return this.untilOrRest('>', 'TAG_COMMENT');
  }

  /** A comment ends with `-->` or `-!>`, also with NUL bytes after the first dash. */
  private comment(): boolean {
    const start = this.storedPosition;
    let dash = this.text.indexOf('-', start);
    while (dash >= 0 && dash + 3 <= this.text.length) {
      let at = dash + 1;
      while (this.text.charCodeAt(at) === NUL) at++;
      const byte = this.text.charCodeAt(at);
      if ((byte === DASH || byte === BANG) && this.text.charCodeAt(at + 1) === GREATER) {
        return this.emit('TAG_COMMENT', start, dash, at + 2, 'data');
      }
      dash = this.text.indexOf('-', dash + 1);
    }
    return this.emitRest('TAG_COMMENT');
  }

  private untilOrRest(mark: string, type: Html5TokenType): boolean {
    const start = this.storedPosition;
    const end = this.text.indexOf(mark, start);
    return end < 0 ? this.emitRest(type) : this.emit(type, start, end, end + mark.length, 'data');
  }

  /** Between attributes a NUL byte counts as white space, too. */
  private skipWhite(): void {
    while (isWhite(this.byte())) this.storedPosition++;
  }

  private atEnd(): boolean {
    return this.storedPosition >= this.text.length;
  }
}

/** Space, tab, line feed, vertical tab, form feed, carriage return, and NUL, which old browsers skip. */
function isWhite(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === NUL;
}

function isLetter(byte: number): boolean {
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x7a;
}
