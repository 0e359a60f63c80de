import type { ByteString } from '../../model/api.ts';

/** Documents that contain references to other resources; others are identified by their prolog. */
const REFERRING =
  /<(?:\w{1,20}:)?(?:Relationships|externalLink|macrosheet|document|document-content|worksheet)\b/;
const DOCTYPE = /<!doctype/i;
/** Longer than what is looked for, so that it is found where a piece ends within it. */
const TAIL = 48;
const COMMENT = '<!--';

/** Classifies a markup document as its pieces arrive: each byte is examined a bounded number of times. */
export class MarkupLook {
  hasDoctype = false;
  isReferring = false;
  /** Number of bytes received. */
  length = 0;
  /** Bytes behind the beginning of the first element; -1: it has not begun, behind declarations, instructions and comments. */
  sinceBegun = -1;
  private tail: ByteString = '';
  /** The sign that ends the comment or the instruction in which the piece before has ended. */
  private awaited: '-->' | '?>' | null = null;
  private carried: ByteString = '';

  show(piece: ByteString): void {
    this.length += piece.length;
    const text = this.tail + piece;
    this.hasDoctype ||= DOCTYPE.test(text);
    this.isReferring ||= REFERRING.test(text);
    this.tail = text.slice(-TAIL);
    if (this.sinceBegun >= 0) this.sinceBegun += piece.length;
    else this.lookForBeginning(this.carried + piece);
  }

  private lookForBeginning(text: ByteString): void {
    this.carried = '';
    let at = 0;
    for (;;) {
      if (this.awaited !== null) {
        const end = text.indexOf(this.awaited, at);
        if (end < 0) {
          this.carried = text.slice(Math.max(at, text.length - this.awaited.length + 1));
          return;
        }
        at = end;
        this.awaited = null;
      }
      at = text.indexOf('<', at);
      if (at < 0) return;
      if (text.startsWith(COMMENT, at)) this.awaited = '-->';
      else if (text.startsWith('<?', at)) this.awaited = '?>';
      else if (/[a-z_]/i.test(text[at + 1] ?? '')) {
        this.sinceBegun = text.length - at;
        return;
      } else if (COMMENT.startsWith(text.slice(at))) {
        this.carried = text.slice(at);
        return;
      } else at++;
    }
  }
}
