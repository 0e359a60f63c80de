// Finds places for insertions in a page that arrives in pieces. Of HTML's tokens (WHATWG, 13.2.5) it distinguishes
// those that hide text that looks like a tag: comments, scripts and the like, quoted attribute values. Bytes are read
// as Latin-1, as everything searched for is ASCII in every accepted encoding.
//
// Not a library: parse5 and htmlparser2 read strings and hold a token until it ends, however long it gets, and lol-html
// is WebAssembly that copies each piece twice. Here only the beginning of a tag's name is held.

import { keepingLast, RAW_TEXT, RawText, WAIT } from './raw-text.ts';

/** Called for the tags of a page, in order. What it returns is inserted before or after the tag. */
export interface PlacesListener {
  /** @param attributes the text after the tag's name; null: too long to read */
  startTag(name: string, attributes: string | null): string;
  endTag(name: string): string;
}

/** Length of the longest tag name of interest. */
const MAX_NAME = 9;
const MAX_ATTRIBUTES = 4_096;

const LETTER = /[a-zA-Z]/;
const NAME_END = /[\t\n\f\r />]/g;
const COMMENT_END = /--!?>/g;

type Mode =
  | 'text'
  | 'name'
  | 'long name'
  | 'tag'
  | 'value'
  | '"'
  | "'"
  | 'unquoted'
  | 'comment'
  | 'bogus'
  | 'raw'
  | 'over';

/** Reads a page piece by piece and inserts what the listener returns. Linear in the page's length. */
export class HtmlPlaces {
  private readonly listener: PlacesListener;
  private mode: Mode = 'text';
  /** A few bytes that cannot be classified yet. */
  private kept = '';
  private name = '';
  private isEnd = false;
  private isSelfClosing = false;
  /** An attribute's name has begun, so that `=` is followed by its value. */
  private named = false;
  private attributes: string | null = '';
  private readonly rawText = new RawText();
  /** Depth inside SVG or MathML, where `<title/>` contains no text. */
  private foreignDepth = 0;

  constructor(listener: PlacesListener) {
    this.listener = listener;
  }

  /** Passes everything unchanged from here on. */
  stop(): void {
    this.mode = 'over';
  }

  get isText(): boolean {
    return this.mode === 'text' && this.kept === '';
  }

  write(piece: string): string {
    const text = this.kept + piece;
    this.kept = '';
    const out: string[] = [];
    let from = 0;
    let at = 0;
    const put = (what: string, where: number) => {
      if (what === '') return;
      out.push(text.slice(from, where), what);
      from = where;
    };
    while (at < text.length && this.mode !== 'over') {
      const next = this.step(text, at, put);
      if (next === WAIT) break;
      at = next;
    }
    if (this.mode === 'over') at = text.length;
    if (at < text.length) {
      this.kept = text.slice(at);
      out.push(text.slice(from, at));
    } else out.push(from === 0 ? text : text.slice(from));
    return out.length === 1 ? out[0]! : out.join('');
  }

  /** Returns what was held back. */
  end(): string {
    const { kept } = this;
    this.kept = '';
    return kept;
  }

  private step(text: string, at: number, put: (what: string, where: number) => void): number {
    switch (this.mode) {
      case 'text':
        return this.textAt(text, at);
      case 'name':
        return this.nameAt(text, at, put);
      case 'long name':
        return this.longNameAt(text, at);
      case 'comment':
        return this.commentAt(text, at);
      case 'bogus':
        return this.bogusAt(text, at);
      case 'raw':
        return this.rawAt(text, at);
      case 'tag':
      case 'value':
      case '"':
      case "'":
      case 'unquoted':
        return this.attributesAt(text, at, put);
      case 'over':
        return text.length;
    }
  }

  private textAt(text: string, at: number): number {
    const open = text.indexOf('<', at);
    if (open < 0) return text.length;
    if (open > at) return open;
    const next = text[at + 1];
    if (next === undefined) return WAIT;
    if (LETTER.test(next)) return this.tagBegins(at + 1, false);
    if (next === '/') {
      const third = text[at + 2];
      if (third === undefined) return WAIT;
      if (LETTER.test(third)) return this.tagBegins(at, true);
      this.mode = third === '>' ? 'text' : 'bogus';
      return at + 3;
    }
    if (next === '?') {
      this.mode = 'bogus';
      return at + 2;
    }
    return next === '!' ? this.declarationAt(text, at) : at + 1;
  }

  private declarationAt(text: string, at: number): number {
    const begun = text.slice(at, at + 4);
    if (begun.length < 4 && '<!--'.startsWith(begun)) return WAIT;
    if (begun === '<!--') {
      this.mode = 'comment';
      // `<!-->` ends at once.
      return at + 2;
    }
    // Only in SVG and MathML does a CDATA section end where it says.
    this.mode = begun.startsWith('<![') ? 'over' : 'bogus';
    return at + 2;
  }

  private tagBegins(at: number, isEnd: boolean): number {
    this.isEnd = isEnd;
    this.mode = 'name';
    return at;
  }

  /** At the name of a start tag, or the `<` of an end tag: the listener may insert something before it. */
  private nameAt(text: string, at: number, put: (what: string, where: number) => void): number {
    const begin = this.isEnd ? at + 2 : at;
    NAME_END.lastIndex = begin;
    const end = NAME_END.exec(text)?.index ?? -1;
    if (end < 0 && text.length - begin <= MAX_NAME) return WAIT;
    const name = end < 0 ? '' : text.slice(begin, Math.min(end, begin + MAX_NAME + 1)).toLowerCase();
    this.name = name.length > MAX_NAME ? '' : name;
    this.attributes = '';
    this.named = false;
    this.isSelfClosing = false;
    if (end < 0) {
      this.mode = 'long name';
      return text.length;
    }
    this.mode = 'tag';
    if (this.isEnd && this.name !== '') put(this.listener.endTag(this.name), at);
    return end;
  }

  private longNameAt(text: string, at: number): number {
    NAME_END.lastIndex = at;
    const end = NAME_END.exec(text)?.index ?? -1;
    if (end < 0) return text.length;
    this.mode = 'tag';
    return end;
  }

  private attributesAt(text: string, at: number, put: (what: string, where: number) => void): number {
    let end = at;
    while (end < text.length) {
      if (this.mode === '"' || this.mode === "'") {
        const close = text.indexOf(this.mode, end);
        if (close < 0) {
          end = text.length;
          break;
        }
        this.mode = 'tag';
        this.named = false;
        end = close + 1;
        continue;
      }
      const code = text.charCodeAt(end);
      end++;
      if (code === MORE) {
        this.keep(text.slice(at, end - 1));
        this.tagEnds(end, put);
        return end;
      }
      this.attributeCode(code);
    }
    this.keep(text.slice(at, end));
    return end;
  }

  private attributeCode(code: number): void {
    const isBlank = code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
    switch (this.mode) {
      case 'value':
        if (isBlank) return;
        if (code === DOUBLE_QUOTE) this.mode = '"';
        else this.mode = code === QUOTE ? "'" : 'unquoted';
        return;
      case 'unquoted':
        if (!isBlank) return;
        this.mode = 'tag';
        this.named = false;
        return;
      default:
        if (isBlank) return;
        this.isSelfClosing = code === SLASH;
        if (code === EQUALS && this.named) this.mode = 'value';
        // Where a name is expected, an equals sign begins that name.
        else this.named = code !== SLASH;
    }
  }

  private keep(attributes: string): void {
    if (this.attributes === null) return;
    const all = this.attributes.length + attributes.length;
    this.attributes = all > MAX_ATTRIBUTES ? null : this.attributes + attributes;
  }

  private tagEnds(end: number, put: (what: string, where: number) => void): void {
    this.mode = 'text';
    if (this.name === 'svg' || this.name === 'math') {
      if (this.isEnd) this.foreignDepth = Math.max(0, this.foreignDepth - 1);
      else if (!this.isSelfClosing) this.foreignDepth++;
    }
    if (this.isEnd || this.name === '') return;
    put(this.listener.startTag(this.name, this.attributes), end);
    if (this.name === 'plaintext') this.mode = 'over';
    else if (RAW_TEXT.has(this.name) && !(this.isSelfClosing && this.foreignDepth > 0)) {
      this.mode = 'raw';
      this.rawText.begin(this.name);
    }
  }

  private commentAt(text: string, at: number): number {
    COMMENT_END.lastIndex = at;
    if (COMMENT_END.exec(text) === null) return keepingLast(text, at, 3);
    this.mode = 'text';
    return COMMENT_END.lastIndex;
  }

  private bogusAt(text: string, at: number): number {
    const end = text.indexOf('>', at);
    if (end < 0) return text.length;
    this.mode = 'text';
    return end + 1;
  }

  private rawAt(text: string, at: number): number {
    const next = this.rawText.at(text, at);
    if (!this.rawText.isOver) return next;
    this.isEnd = true;
    this.mode = 'name';
    return next;
  }
}

const SLASH = 0x2f;
const EQUALS = 0x3d;
const MORE = 0x3e;
const DOUBLE_QUOTE = 0x22;
const QUOTE = 0x27;
