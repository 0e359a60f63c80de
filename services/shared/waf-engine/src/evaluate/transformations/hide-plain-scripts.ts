import type { ByteString } from '../../model/api.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { byteSet } from './byte-classes.ts';

const TRIGGERS = byteSet('=');
/** Longer ones stay as they are. */
const MAX_VALUE = 64 * 1024;
const MAY_HOLD = /<script\s|\son[a-z]{3,20}=["']|^on/i;

/** In quotes of one kind, with nothing in it that ends them, begins a tag or says a character in another way. */
const HANDLER =
  /(?<=^|[\s>])on[a-z]{3,20}=(?:"([^"<>\\&\r\n]{1,200})"|'([^'<>\\&\r\n]{1,200})')(?=[\s/>]|$)/gi;
/** A file beside the page itself: no other host, no other folder, in which visitors may have left it. */
const SCRIPT =
  /<script(?:\s(?:defer|async|nomodule|type=["'](?:module|text\/javascript)["'])){0,3}\ssrc=(["'])(?:\.\/)?[a-z][\w-]{0,40}(?:\.[\w-]{1,40}){0,4}\.m?js\1(?:\s(?:defer|async|nomodule|type=["'](?:module|text\/javascript)["'])){0,3}\s?><\/script>/gi;
/** Data about a page, for search engines, which no browser runs. What it holds is looked at like all the rest. */
const DATA = /<script type=["']application\/(?:ld[+ ])?json["']>([^<]*)<\/script>/gi;

const STATEMENT = new RegExp(
  [
    'return (?:true|false)',
    String.raw`history\.back\(\)`,
    String.raw`event\.(?:preventDefault|stopPropagation)\(\)`,
    String.raw`this\.(?:select|focus|blur)\(\)`,
    String.raw`this\.(?:disabled|checked|hidden|readOnly)\s?=\s?(?:true|false)`,
    String.raw`return this(?:\.\w{1,40}){0,2}\.(?:value|checked|length) ?(?:[=!]==?|[<>]=?) ?(?:true|false|\d{1,6}|"[\w ]{0,40}"|'[\w ]{0,40}')`,
    String.raw`(?:return )?([a-z]\w{2,40})\((?:ARGUMENT(?: ?, ?ARGUMENT){0,4})?\)`,
  ]
    .join('|')
    // What a page's template puts there is a name between its signs.
    .replaceAll(
      'ARGUMENT',
      String.raw`(?:this|event|true|false|null|-?\d{1,12}|"[\w #-]{0,40}"|'[\w #-]{0,40}'|\$\{[\w.]{1,40}\}|\{\{ ?[\w.]{1,40} ?\}\})`,
    )
    .replace(/^.*$/s, '^(?:$&)$'),
);
/**
 * Functions of a browser itself, that show, ask, send, load or write, or do what they are told in a text. All others are the
 * page's own, which gets no more than words and numbers.
 */
const OF_BROWSERS =
  /^(?:alert|append|atob|click|close|confirm|dump|eval|exec\w*|fetch\w*|find|function|import\w*|msgbox|navigate|open|post\w*|prepend|print|prompt|queue\w*|remove\w*|replace\w*|request\w*|require\w*|set\w*|show\w*dialog|stop|submit|with|while|for|if|switch|catch|throw|void|typeof|delete|new|write\w*)$/i;

/**
 * Replaces by a blank what scripts a page has of its own: handlers of events that only call a function of the page with words
 * and numbers, or look at the element itself, script elements that load a file beside the page, and tags around data. All that could be an attack's own
 * code stays: what is hidden says nothing to a browser but names.
 *
 * Argument: none. Result: no longer than the value.
 * Example: `SecRule ARGS "@rx \bon\w+=" "id:1,phase:2,deny,t:hidePlainScripts"`. Palisade's own.
 */
export const hidePlainScripts: TransformationEntry = {
  apply(value) {
    if (value.length > MAX_VALUE || !MAY_HOLD.test(value)) return value;
    const hidden = value
      .replace(SCRIPT, ' ')
      .replace(DATA, ' $1 ')
      .replace(HANDLER, (handler: string, double?: string, single?: string) =>
        isPlain(double ?? single ?? '') ? ' ' : handler,
      );
    return hidden === value ? value : hidden;
  },
  triggers: TRIGGERS,
};

function isPlain(code: ByteString): boolean {
  const statements = code.split(';');
  if (statements.length > 1 && statements.at(-1)!.trim() === '') statements.pop();
  return statements.length <= 3 && statements.every((statement) => isPlainStatement(statement.trim()));
}

function isPlainStatement(statement: ByteString): boolean {
  const found = STATEMENT.exec(statement);
  return found !== null && (found[1] === undefined || !OF_BROWSERS.test(found[1]));
}
