import { asciiTarget } from './ascii-target.ts';
import {
  emptyHeadFacts,
  type FramingFault,
  HEAD_LIMITS,
  type HeadFacts,
  judgeHttp1Head,
  noteField,
} from './head.ts';
import { HeaderKind, passesAlways, wireFieldKind } from './header-kind.ts';
import { type KnownLine, KnownLines } from './known-lines.ts';
import { REFUSED_METHODS, SERVED_METHODS } from './methods.ts';

/** A request's head as it stood on the wire, and what it means or why it is refused. */
export interface RequestHead {
  /** '' for an unknown one. */
  method: string;
  target: string;
  minorVersion: 0 | 1;
  /** [name, value, …] in order, one character per byte. */
  rawHeaders: string[];
  judgement: HeadFacts | FramingFault;
}

const VERSION = ' HTTP/1.';
const TAB = 0x09;
const SPACE = 0x20;
const HASH = 0x23;
const DELETE = 0x7f;

/**
 * Reads the lines of a head, as HeadReader collects them, by the grammar of RFC 9112 and nothing beside it: one space
 * between the parts of the request line, a colon right after each name, no continuation lines.
 */
export function parseRequestHead(text: string): RequestHead {
  const head: RequestHead = {
    method: '',
    target: '',
    minorVersion: 1,
    rawHeaders: [],
    judgement: 'request_line',
  };
  const lineEnd = text.indexOf('\r');
  const fault = readRequestLine(text, lineEnd, head);
  if (fault !== null) {
    head.judgement = fault;
    return head;
  }
  const facts = readFields(text, lineEnd + 2, head.rawHeaders);
  head.judgement =
    typeof facts === 'string' ? facts : judgeHttp1Head(facts, head.method, head.target, head.minorVersion);
  return head;
}

function readRequestLine(text: string, lineEnd: number, head: RequestHead): FramingFault | null {
  const methodEnd = text.indexOf(' ');
  if (methodEnd <= 0 || methodEnd > lineEnd) return 'request_line';
  const method = text.slice(0, methodEnd);
  const refused = REFUSED_METHODS.has(method);
  if (!refused && !SERVED_METHODS.has(method)) return 'method_unknown';
  head.method = method;
  if (refused) return 'method_refused';

  const targetEnd = lineEnd - VERSION.length - 1;
  if (targetEnd <= methodEnd + 1 || text.charCodeAt(targetEnd) !== SPACE) return 'request_line';
  const minor = text.charCodeAt(lineEnd - 1) - 0x30;
  if (!text.startsWith(VERSION, targetEnd) || (minor !== 0 && minor !== 1)) return 'http_version';
  head.minorVersion = minor;
  for (let at = methodEnd + 1; at < targetEnd; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === DELETE) return 'request_line';
    if (code === HASH) return 'target_fragment';
  }
  head.target = asciiTarget(text.slice(methodEnd + 1, targetEnd));
  return null;
}

/**
 * Reads field lines into `rawHeaders` and evaluates them. In the same pass it finds the ranges of lines that go to the
 * origin unchanged, so that nothing is serialised again without a change.
 */
function readFields(text: string, from: number, rawHeaders: string[]): HeadFacts | FramingFault {
  const facts = emptyHeadFacts();
  facts.lines = text;
  let passed = '';
  let canonical = true;
  let stretch = from;
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\r', at);
    const line = knownLines.find(text, at, end) ?? readLine(text, at, end);
    if (line === null) return 'field_line';
    if (rawHeaders.length === HEAD_LIMITS.fields * 2) return 'too_many_fields';
    const { name, value, kind } = line;
    rawHeaders.push(name, value);
    const next = end + 2;
    if (kind !== HeaderKind.Plain) {
      const fault = noteField(facts, kind, value);
      if (fault !== null) return fault;
      if (!passesAlways(kind)) {
        // With an underscore it is the site's choice.
        if (kind === HeaderKind.Underscore) canonical = false;
        passed += text.slice(stretch, at);
        stretch = next;
      }
    }
    if (!line.isCanonical && stretch <= at) canonical = false;
    at = next;
  }
  if (canonical) facts.passedLines = [passed + text.slice(stretch)];
  return facts;
}

const knownLines = new KnownLines();

/** Null: no field line. */
function readLine(text: string, at: number, end: number): Omit<KnownLine, 'text'> | null {
  const colon = text.indexOf(':', at);
  if (colon < 0 || colon > end) return null;
  const name = text.slice(at, colon);
  const kind = wireFieldKind(name);
  if (kind === null) return null;
  let start = colon + 1;
  let stop = end;
  while (start < stop && isBlank(text.charCodeAt(start))) start++;
  while (stop > start && isBlank(text.charCodeAt(stop - 1))) stop--;
  const isCanonical = stop === end && start === colon + 2 && text.charCodeAt(colon + 1) === SPACE;
  const line = { name, value: text.slice(start, stop), kind, isCanonical };
  knownLines.learn(text, at, end, line);
  return line;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/**
 * Reads a trailer section, as HeadScanner lets it pass: [name, value, …], or null if it is none. Lengths and codings
 * among trailers are the work of somebody who hopes for a second reading.
 */
export function parseTrailers(text: string): string[] | null {
  const trailers: string[] = [];
  for (let at = 0; at < text.length; ) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r', at);
    if (colon < 0 || colon > end) return null;
    const name = text.slice(at, colon);
    const kind = wireFieldKind(name);
    if (kind === null || kind === HeaderKind.ContentLength || kind === HeaderKind.TransferEncoding)
      return null;
    if (trailers.length === HEAD_LIMITS.fields * 2) return null;
    let start = colon + 1;
    let stop = end;
    while (start < stop && isBlank(text.charCodeAt(start))) start++;
    while (stop > start && isBlank(text.charCodeAt(stop - 1))) stop--;
    trailers.push(name, text.slice(start, stop));
    at = end + 2;
  }
  return trailers;
}
