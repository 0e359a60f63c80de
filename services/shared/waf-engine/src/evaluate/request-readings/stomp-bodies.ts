import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';

/** A command on its line, after line ends, which are heartbeats. */
const COMMAND = /^[\r\n]*[A-Z]{3,12}\r?\n/;
const HEAD_END = /\r?\n\r?\n/;
/** Ends a frame; a body whose length is in the head may contain it as well. */
const FRAME_END = '\0';
/** Maximum number of frames in one message; further ones are part of the last. */
const MAX_FRAMES = 100;

/** Escapes in headers of STOMP 1.2. */
const ESCAPE = /\\([cnr\\])/g;
const CHARACTERS: Readonly<Record<string, string>> = { c: ':', n: '\n', r: '\r', '\\': '\\' };
/** An empty one between a return and a line feed is none to anybody. */
const LINE = /[^\r\n]*/y;
/** Maximum length of a header's name. */
const MAX_NAME = 200;
/** Maximum number of headers with escapes in one frame. */
const MAX_HEADERS = 100;

interface Frame {
  /** The headers, one a line. */
  readonly head: ByteString;
  /** '' if the head does not end. */
  readonly body: ByteString;
}

/**
 * Bodies of STOMP frames, as Spring's brokers send them over WebSockets, and values of headers with their escapes undone.
 * @param text one that {@link beginsFrame}
 */
export function* stompBodies(text: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const frames = text.split(FRAME_END, MAX_FRAMES);
  const texts: ByteString[] = [];
  for (const each of frames) {
    const frame = readFrame(each);
    if (frame !== null) texts.push(frame.body, ...(yield* escapedValues(frame.head, budget)));
    if (endsSlice(budget, each.length)) yield;
  }
  // A body may contain the character that ends frames.
  if (frames.length > 1) texts.push(readFrame(text)?.body ?? '');
  return texts.filter((each) => each !== '');
}

/** Nearly every value is dismissed by its first character, without a pattern. */
export const beginsFrame = (text: ByteString): boolean =>
  mayBeginFrame(text.charCodeAt(0)) && COMMAND.test(text);

const mayBeginFrame = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || code === 0x0a || code === 0x0d;

function readFrame(text: ByteString): Frame | null {
  const command = COMMAND.exec(text)?.[0];
  if (command === undefined) return null;
  // The command's line end may be the first of the two that end the head.
  const commandEnd = command.trimEnd().length;
  const rest = text.slice(commandEnd);
  const end = HEAD_END.exec(rest);
  if (end === null) return { head: text.slice(command.length), body: '' };
  return {
    head: rest.slice(command.length - commandEnd, end.index),
    body: rest.slice(end.index + end[0].length),
  };
}

function* escapedValues(head: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const values: ByteString[] = [];
  if (!head.includes('\\')) return values;
  // One by one: there may be a million.
  for (let at = 0; at < head.length; ) {
    LINE.lastIndex = at;
    const line = LINE.exec(head)![0];
    at += line.length + 1;
    if (endsSlice(budget, line.length)) yield;
    const colon = line.indexOf(':');
    if (colon < 1 || colon > MAX_NAME) continue;
    const value = line.slice(colon + 1);
    const plain = value.replace(ESCAPE, (_escape, letter: string) => CHARACTERS[letter]!);
    if (plain === value) continue;
    values.push(plain);
    if (values.length === MAX_HEADERS) break;
  }
  return values;
}
