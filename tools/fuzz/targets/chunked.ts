import { ChunkedDecoder } from '../../../services/waf-proxy/src/http/chunked-decoder.ts';
import { BrokenInvariant, expectSame } from '../finding.ts';
import type { Target } from '../target.ts';
import { expectSameInPieces } from './cut-anywhere.ts';

interface Body {
  body: string;
  trailers: readonly string[];
  fault: string | null;
  done: boolean;
  read: number;
}

function decode(pieces: readonly Buffer[]): Body {
  const decoder = new ChunkedDecoder();
  const body: string[] = [];
  let read = 0;
  for (const piece of pieces) {
    const ranges: number[] = [];
    const end = decoder.read(piece, 0, piece.length, ranges);
    for (let at = 0; at < ranges.length; at += 2)
      body.push(piece.toString('latin1', ranges[at], ranges[at + 1]));
    read += end;
    if (end < piece.length && !decoder.done && decoder.fault === null)
      throw new BrokenInvariant('stopped in the middle, for no reason');
    if (decoder.done || decoder.fault !== null) break;
  }
  const { trailers, fault, done } = decoder;
  return { body: body.join(''), trailers, fault, done, read };
}

/** The chunked coding of HTTP/1. */
export const chunked: Target = {
  name: 'chunked',
  focus: /waf-proxy\/src\/(http|server\/http1)\//,
  largest: 32 * 1024,
  words: [
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '\r\n',
    ';a=b',
    ';a="b"',
    'ffffffff',
    '0',
    'X: y\r\n',
    '\\"',
    '1;x\r\n!\r\n',
  ],
  generate: (random) =>
    Buffer.from(
      `${random
        .list(0, 6, () => {
          const data = 'x'.repeat(1 + random.mostlySmall(300));
          return `${data.length.toString(16)}${random.pick(['', ';a', ';a=b', ';a="b\\"c"'])}\r\n${data}\r\n`;
        })
        .join('')}0\r\n${random.pick(['', 'T: 1\r\n', 'Content-Length: 1\r\n'])}\r\n`,
    ),
  read: (input) => {
    decode([input]);
  },
  compare: (input) => {
    // A fault is known at the byte that makes it, so how much was read before is not compared.
    expectSameInPieces(input, (pieces) => {
      const { body, trailers, fault, done, read } = decode(pieces);
      return fault === null ? { body, trailers, done, read } : { fault };
    });
    const first = decode([input]);
    if (!first.done || first.fault !== null) return;
    const size = first.body.length;
    const again = `${size === 0 ? '' : `${size.toString(16)}\r\n${first.body}\r\n`}0\r\n\r\n`;
    expectSame(decode([Buffer.from(again, 'latin1')]).body, first.body, 'a body in one chunk and as it came');
  },
};
