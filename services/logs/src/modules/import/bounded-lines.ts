const NEWLINE = 0x0a;

/** Longer than any valid line. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * Lines of a file of any length. Only a newline ends one: readline also splits at U+2028 and U+2029, which JSON allows
 * within strings, and it buffers lines without a bound.
 */
export async function* boundedLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); ; end = bytes.indexOf(NEWLINE, from)) {
      const part = bytes.subarray(from, end < 0 ? bytes.length : end);
      heldBytes += part.length;
      if (heldBytes > maxBytes) throw new LineTooLongError(`is longer than ${maxBytes} bytes`);
      held.push(part);
      if (end < 0) break;
      yield textOf(held);
      held = [];
      heldBytes = 0;
      from = end + 1;
    }
  }
  if (heldBytes > 0) yield textOf(held);
}

const textOf = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
