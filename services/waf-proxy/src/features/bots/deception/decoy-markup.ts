import type { DecoyNames } from './decoy-names.ts';
import type { PlacesListener } from './html-places.ts';

/** Maximum forms of a page that get a hidden field. */
const MAX_FORMS = 8;

interface Form {
  /** The field was inserted, or will not be. */
  done: boolean;
}

/**
 * Decides what is inserted where in a page. It contains no quotation marks: if a page is ever misparsed, ours cannot
 * end a value or string of the page. It has no styles or scripts, so that no Content-Security-Policy affects it.
 *
 * `hidden` and `inert` keep it from being shown, focused and read out; `form=` with an id that no form has keeps
 * browsers from sending the field, whoever fills it in, so that the site's server gets what it always got. Programs
 * that collect the fields between `<form>` and `</form>` do not know that.
 */
export class DecoyMarkup implements PlacesListener {
  private readonly link: string;
  private readonly field: string;
  private readonly host: string;
  private form: Form | null = null;
  private forms = 0;
  private isDocument = false;
  private linked = false;
  /** Called when nothing more is inserted. */
  private readonly onLast: () => void;

  constructor(options: {
    names: DecoyNames;
    links: boolean;
    fields: boolean;
    nowMs: number;
    host: string;
    onLast: () => void;
  }) {
    const { names, links, fields, nowMs, host, onLast } = options;
    const hidden = (content: string) =>
      `<${names.element} hidden inert aria-hidden=true>${content}</${names.element}>`;
    const { folder, linkText } = names;
    const href = names.link(nowMs);
    this.link = links ? hidden(`<a href=${href} rel=nofollow tabindex=-1>${linkText}</a>`) : '';
    const name = names.field(nowMs);
    const elsewhere = `${folder.slice(1, -1)}-form`;
    this.field = fields
      ? hidden(
          `<input type=text name=${name} form=${elsewhere} tabindex=-1 autocomplete=off aria-hidden=true data-1p-ignore data-bwignore data-lpignore=true data-form-type=other>`,
        )
      : '';
    this.host = host;
    this.onLast = onLast;
  }

  startTag(name: string, attributes: string | null): string {
    if (name === 'html' || name === 'body' || name === 'head') this.isDocument = true;
    else if (name === 'form') this.formBegins(attributes);
    else if (name === 'input' && isHiddenInput(attributes)) return this.fieldOnce();
    return '';
  }

  endTag(name: string): string {
    if (name === 'form') {
      const field = this.fieldOnce();
      this.form = null;
      return field;
    }
    if (name !== 'body') return '';
    this.onLast();
    return this.linkOnce();
  }

  /** For pages that omit the end tag of the body, as HTML allows. */
  atEnd(): string {
    return this.isDocument ? this.linkOnce() : '';
  }

  private linkOnce(): string {
    if (this.linked) return '';
    this.linked = true;
    return this.link;
  }

  private formBegins(attributes: string | null): void {
    // Browsers ignore a form within a form.
    if (this.form !== null || this.field === '') return;
    const fits = attributes !== null && this.forms < MAX_FORMS && isSentHere(attributes, this.host);
    if (fits) this.forms++;
    this.form = { done: !fits };
  }

  /** Beside a hidden input of the form, where no style sheet counts it; otherwise at the form's end. */
  private fieldOnce(): string {
    if (this.form === null || this.form.done) return '';
    this.form.done = true;
    return this.field;
  }
}

const METHOD = /(?:^|[\s"'])method\s*=\s*(?:["']\s*)?post(?=[\s"'/]|$)/i;
const ACTION = /(?:^|[\s"'/])action\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/i;
const HIDDEN = /(?:^|[\s"'/])type\s*=\s*["']?hidden(?=[\s"'/]|$)/i;

const isHiddenInput = (attributes: string | null): boolean => attributes !== null && HIDDEN.test(attributes);

/** Only forms that are sent to this host by POST: fields in a query would show in addresses and cache keys. */
function isSentHere(attributes: string, host: string): boolean {
  if (!METHOD.test(attributes)) return false;
  const found = ACTION.exec(attributes);
  const action = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
  const elsewhere = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}([^/\\?#]*)/i.exec(action);
  if (elsewhere === null) return !/^[a-z][a-z0-9+.-]*:/i.test(action);
  return elsewhere[1]!.toLowerCase().replace(/:\d+$/, '') === host.replace(/:\d+$/, '');
}
