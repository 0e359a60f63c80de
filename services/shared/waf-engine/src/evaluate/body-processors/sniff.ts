import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';

/** Apparent format of a body by its first significant bytes; `null`: none that a server would parse as a whole. */
export type BodyShape = 'json' | 'xml' | 'multipart' | null;

/** Unicode blanks accepted by JavaScript (JSON5). */
const FURTHER_BLANK = String.raw`\xc2\xa0|\xe1\x9a\x80|\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)|\xe3\x80\x80`;
const MARK_OR_BLANK = new RegExp(String.raw`\xef\xbb\xbf|${FURTHER_BLANK}`, 'y');
/** Prefixes against JSON that is run as a script; clients and servers skip them. */
const SCRIPT_GUARDS = [")]}',", ")]}'", 'while(1);', 'for(;;);'];
/** So close to a bracket that it is hardly anything else. */
const JSON_START = new RegExp(
  [
    String.raw`\{(?:[\s\0]|${FURTHER_BLANK})*(?:["'}$\w/#]|\xef)`,
    String.raw`\[(?:[\s\0]|${FURTHER_BLANK})*(?:["'{[\]\-\d]|[+.]\d|(?:true|false|null|NaN|Infinity|undefined|True|False|None)\b)`,
    String.raw`"[^"\n]*"\s*$`,
  ].join('|'),
  'y',
);
const XML_START = /<[A-Za-z!?_:]/y;
/** Not the line of three that documents of YAML, and texts with fields before them, begin with. */
const PARTS_START = /--(?!-(?:[ \t]|\r?\n))[^\r\n]{1,200}\r?\n(?:[A-Za-z][\w-]*:|\r?\n)/y;

/**
 * Where the significant bytes begin: behind marks, blanks, NULs and comments, of which some readers take none amiss. Nothing but
 * comments are what they say.
 */
export function contentStart(text: ByteString): number {
  const start = pastInsignificant(text, true);
  return start < text.length ? start : pastInsignificant(text, false);
}

function pastInsignificant(text: ByteString, skipsComments: boolean): number {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const blank = code <= 0x20 ? 1 : code < 0x80 ? 0 : markOrBlankAt(text, at);
    if (blank > 0) at += blank;
    else {
      const after = skipsComments ? pastComment(text, at) : -1;
      if (after < 0) return at;
      at = after;
    }
  }
  return at;
}

/** Its length; 0: here is neither. */
function markOrBlankAt(text: ByteString, at: number): number {
  MARK_OR_BLANK.lastIndex = at;
  return MARK_OR_BLANK.exec(text)?.[0].length ?? 0;
}

/** The end of a comment or prefix that begins here; -1 without one. */
function pastComment(text: ByteString, at: number): number {
  if (text.startsWith('/*', at)) return pastTerminator(text, '*/', at + 2);
  if (text.startsWith('//', at) || text[at] === '#') return pastTerminator(text, '\n', at + 1);
  const guard = SCRIPT_GUARDS.find((prefix) => text.startsWith(prefix, at));
  return guard === undefined ? -1 : at + guard.length;
}

function pastTerminator(text: ByteString, terminator: string, from: number): number {
  const end = text.indexOf(terminator, from);
  return end < 0 ? -1 : end + terminator.length;
}

export function shapeAt(text: ByteString, start: number): BodyShape {
  const begins = (pattern: RegExp) => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  if (begins(JSON_START)) return 'json';
  if (begins(XML_START)) return 'xml';
  return begins(PARTS_START) ? 'multipart' : null;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const RETURN = 0x0d;
const ESCAPE = 0x1b;
const DELETE = 0x7f;
/** Percentage of control characters that makes a body binary. Random and compressed bytes have about ten. */
const CONTROLS_PERCENT = 2;
/** A few control characters do not make a short text binary: an attack could hide behind them. */
const MIN_CONTROLS = 2;
/** Bytes between checks for the end of the slice. */
const PIECE = 32 * 1024;

/** Images, archives, serialised messages. Counted over all of it: what stands first says nothing of what follows. */
export function isBinary(text: ByteString): boolean {
  let left = controlsOfText(text.length);
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at)) && --left < 0) return true;
  return false;
}

/** No binary, or none but for NULs: those are skipped by many, so that any number of them makes no text binary. */
export function* isReadable(text: ByteString, budget: ReadingBudget): Pausable<boolean> {
  let nulls = 0;
  let others = 0;
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + PIECE);
    budget.steps += end - at;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0) nulls++;
      else if (isControl(code)) others++;
    }
    if (budget.isSliceOver) yield;
  }
  const limit = controlsOfText;
  return nulls + others <= limit(text.length) || (nulls > 0 && others <= limit(text.length - nulls));
}

const controlsOfText = (bytes: number): number => Math.max(MIN_CONTROLS, (bytes * CONTROLS_PERCENT) / 100);

export function isControl(code: number): boolean {
  if (code >= 0x20) return code === DELETE;
  return code !== TAB && code !== LINE_FEED && code !== RETURN && code !== FORM_FEED && code !== ESCAPE;
}

const FORM_START = /[^\s&=<>"'`]{1,128}=/y;

/**
 * For mostly binary bytes that lenient parsers accept as a document all the same: the first member or tag must be
 * complete. One in five hundred files without a signature (encrypted, or part of a longer one) begins with a bracket
 * and a letter.
 */
const FIRST_MEMBER = new RegExp(
  [
    String.raw`\{(?:[\s\0]|${FURTHER_BLANK})*(?:["'}$/#]|\xef|\w[^\s\0,:{}[\]"']{0,256}[\s\0]*[:/#])`,
    String.raw`\[(?:[\s\0]|${FURTHER_BLANK})*(?:["'{[\]]|[-+.\d][\d.eExX+-]{0,64}[\s\0]*[,\]/#]|[A-Za-z]{4,9}[\s\0]*[,\]/#])`,
  ].join('|'),
  'y',
);
const FIRST_TAG = /<(?:[!?]|[A-Za-z_:][\w.:-]{0,256}[\s/>])/y;

/**
 * Content that a program parses rather than stores: a document, a form, or blanks before unknown content. Such a body
 * is refused where it exceeds the inspected length; a file is passed on.
 */
export function isData(text: ByteString): boolean {
  const start = pastInsignificant(text, true);
  if (start >= text.length) return true;
  const begins = (pattern: RegExp) => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  const shape = shapeAt(text, start);
  if (shape === null) return begins(FORM_START) && !isBinary(text);
  if (shape === 'multipart' || !isBinary(text)) return true;
  return begins(shape === 'json' ? FIRST_MEMBER : FIRST_TAG);
}
