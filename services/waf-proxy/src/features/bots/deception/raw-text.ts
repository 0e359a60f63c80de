/** Elements whose contents are not markup (WHATWG, 13.2.5.2 to 5). */
export const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
]);

/** More input is needed. */
export const WAIT = -1;

/** Position up to which everything is read; the last bytes may begin an end. */
export const keepingLast = (text: string, at: number, bytes: number): number =>
  text.length - at > bytes ? text.length - bytes : WAIT;

const SIGN = /<|-->/g;
/** Ends a raw text, or hides its end. */
const TAG = /^<(?:!--|(\/?)([a-z]{1,8})(?=[\t\n\f\r />]))/i;
const TAG_BEGUN = /^<(?:!-?|\/?[a-z]*)$/i;
const MAX_TAG = 11;

/** Finds the end of raw text. Inside a script, a comment, and a script within that comment, hide it. */
export class RawText {
  private name = '';
  private depth: 0 | 1 | 2 = 0;
  private over = true;

  /** True at the start of the tag that ends it. */
  get isOver(): boolean {
    return this.over;
  }

  begin(name: string): void {
    this.name = name;
    this.depth = 0;
    this.over = false;
  }

  /** @returns the position read up to, or WAIT */
  at(text: string, at: number): number {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(text);
    if (sign === null) return keepingLast(text, at, 2);
    if (sign[0] === '-->') {
      this.depth = 0;
      return SIGN.lastIndex;
    }
    if (sign.index > at) return sign.index;
    const begun = text.slice(at, at + MAX_TAG);
    const tag = TAG.exec(begun);
    if (tag === null) return begun.length < MAX_TAG && TAG_BEGUN.test(begun) ? WAIT : at + 1;
    if (tag[0] === '<!--') {
      if (this.name === 'script' && this.depth === 0) this.depth = 1;
      // `<!-->` ends at once.
      return at + 2;
    }
    return this.tag(tag[1] === '/', tag[2]!.toLowerCase(), at);
  }

  private tag(isEnd: boolean, name: string, at: number): number {
    if (name !== this.name) return at + 1;
    if (isEnd && this.depth < 2) {
      this.over = true;
      return at;
    }
    if (isEnd) this.depth = 1;
    else if (this.depth === 1) this.depth = 2;
    return at + 1;
  }
}
