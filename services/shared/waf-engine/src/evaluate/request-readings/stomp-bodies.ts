import type { ByteString } from '../../model/api.ts';

/** A command on its line; line ends may stand before it, as signs of life. */
const FRAME = /^[\r\n]*[A-Z]{3,12}\r?\n/;
const HEAD_END = /\r?\n\r?\n/;
/** Between frames; with a length in its head, a body may have some of its own. */
const FRAME_END = '\0';
/** In one message. */
const MAX_FRAMES = 100;

/** In a header of STOMP 1.2. */
const ESCAPE = /\\([cnr\\])/g;
const SIGNS: Readonly<Record<string, string>> = { c: ':', n: '\n', r: '\r', '\\': '\\' };
const LINE_END = /\r\n|\r|\n/;
const MAX_NAME = 200;
/** In one frame. */
const MAX_HEADERS = 100;

/**
 * What frames of STOMP hold, as Spring's brokers send it over WebSockets: what stands behind their heads, and headers whose escapes are
 * undone. Nothing: it is none.
 */
export function stompBodies(text: ByteString): ByteString[] {
  // Nearly every value is dismissed by its first character, without a pattern.
  if (!mayBeginFrame(text.charCodeAt(0)) || !FRAME.test(text)) return [];
  const frames = text.split(FRAME_END, MAX_FRAMES);
  const bodies = frames.flatMap((frame) => [bodyOf(frame), ...escapedHeaders(frame)]);
  if (frames.length > 1) bodies.push(bodyOf(text));
  return bodies.filter((body) => body !== '');
}

const mayBeginFrame = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || code === 0x0a || code === 0x0d;

function bodyOf(frame: ByteString): ByteString {
  // Not the line ends before it.
  const start = FRAME.exec(frame)?.[0].trimEnd().length ?? -1;
  if (start < 0) return '';
  const rest = frame.slice(start);
  const end = HEAD_END.exec(rest);
  return end === null ? '' : rest.slice(end.index + end[0].length);
}

function escapedHeaders(frame: ByteString): ByteString[] {
  const start = FRAME.exec(frame)?.[0].length ?? -1;
  if (start < 0) return [];
  const rest = frame.slice(start);
  const head = rest.slice(0, HEAD_END.exec(rest)?.index);
  const found: ByteString[] = [];
  for (const line of head.split(LINE_END)) {
    const colon = line.indexOf(':');
    if (colon < 1 || colon > MAX_NAME) continue;
    const value = line.slice(colon + 1);
    const plain = value.replace(ESCAPE, (_escape, sign: string) => SIGNS[sign]!);
    if (plain === value) continue;
    found.push(plain);
    if (found.length === MAX_HEADERS) break;
  }
  return found;
}
