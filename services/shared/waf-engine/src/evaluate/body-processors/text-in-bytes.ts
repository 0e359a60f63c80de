import type { ByteString } from '../../model/api.ts';
import { endsSlice, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { isBinary, isReadable } from './sniff.ts';

/** Runs of printable ASCII and blanks; in random bytes one starts at one of fifty positions. */
const RUN = /[\t-\r -~]{6,}/g;
/** Bytes outside of runs, where content may be cut. */
const BREAK = /[^\t-\r -~]/g;
const PIECE = 16 * 1024;

/**
 * A text without its NULs, and what of an image or an archive may be one: all that is printable for a few bytes, with a blank for
 * whatever else stands between.
 * Bytes as they are look like climbing out of directories in every third file.
 */
export function* textOf(content: ByteString, budget: ReadingBudget): Pausable<ByteString> {
  if (!isBinary(content)) return content;
  const isText = yield* isReadable(content, budget);
  const pieces: ByteString[] = [];
  for (let at = 0; at < content.length; at += PIECE) {
    pieces.push(content.slice(at, at + PIECE).replaceAll('\0', ''));
    if (endsSlice(budget, PIECE)) yield;
  }
  const bytes = pieces.join('');
  if (isText) return bytes;
  const runs: ByteString[] = [];
  for (let start = 0; start < bytes.length; ) {
    BREAK.lastIndex = start + PIECE;
    const end = BREAK.exec(bytes)?.index ?? bytes.length;
    for (const run of bytes.slice(start, end).match(RUN) ?? []) runs.push(run);
    if (endsSlice(budget, end - start)) yield;
    start = end;
  }
  return runs.join(' ');
}

/** Longer ones are files. */
const MAX_MESSAGE = 64 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const HAS_CONTROLS = /[\0-\x08\x0e-\x1f]/;
/** On one line: keys and lengths of such messages are often those of line ends. */
const LINE = /[ -~]{4,}/g;

/**
 * The texts of a message of a program (protocol buffers, MessagePack, CBOR), each by itself: fields without names that stand behind
 * their length, which may look like a character of theirs. Of what is no such message, half of which is text at least, none.
 * @param isKnownForOne it need not have bytes that only messages have
 */
export function* textsInMessage(
  content: ByteString,
  budget: ReadingBudget,
  isKnownForOne = false,
): Pausable<ByteString[]> {
  if (content.length > MAX_MESSAGE || !(isKnownForOne || HAS_CONTROLS.test(content))) return [];
  if (endsSlice(budget, content.length)) yield;
  const lines = content.match(LINE) ?? [];
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (length * 2 < content.length) return [];
  return lines.flatMap(behindLength);
}

/** One character before an address, which never belongs to it. */
const BEFORE_ADDRESS = /^.(?=https?:\/\/)/i;

/** A text of 32 to 126 characters follows a character with its length; what comes after belongs to the next field. */
function behindLength(line: ByteString): ByteString[] {
  const end = line.charCodeAt(0) + 1;
  const texts =
    end > line.length
      ? [line.replace(BEFORE_ADDRESS, '')]
      : [line.slice(1, end), line.slice(end)].filter((text) => text !== '');
  return texts.concat(textsOfCbor(line));
}

/** In CBOR an `x` says that the next byte is a text's length; before it, the name of the field may stand. */
const CBOR_LENGTH = /x(?=[ -~])/g;
const MAX_OF_LINE = 16;

function textsOfCbor(line: ByteString): ByteString[] {
  const texts: ByteString[] = [];
  for (const { index } of line.matchAll(CBOR_LENGTH)) {
    const start = index + 2;
    const end = start + line.charCodeAt(index + 1);
    if (end <= line.length) texts.push(line.slice(start, end));
    if (texts.length === MAX_OF_LINE) break;
  }
  return texts;
}
