import type { ByteString } from '../../model/api.ts';

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
const LINE_END = /\r\n|\r|\n/;
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
 * @returns [] if the text is not STOMP
 */
export function stompBodies(text: ByteString): ByteString[] {
  // Nearly every value is dismissed by its first character, without a pattern.
  if (!mayBeginFrame(text.charCodeAt(0)) || !COMMAND.test(text)) return [];
  const frames = text.split(FRAME_END, MAX_FRAMES);
  const texts = frames
    .map(readFrame)
    .flatMap((frame) => (frame ? [frame.body, ...escapedValues(frame.head)] : []));
  // A body may contain the character that ends frames.
  if (frames.length > 1) texts.push(readFrame(text)?.body ?? '');
  return texts.filter((each) => each !== '');
}

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

function escapedValues(head: ByteString): ByteString[] {
  const values: ByteString[] = [];
  for (const line of head.split(LINE_END)) {
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
