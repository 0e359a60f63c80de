import { OriginError } from '../../../services/waf-proxy/src/upstream/origin-error.ts';
import { ResponseParser } from '../../../services/waf-proxy/src/upstream/response-parser.ts';
import type { Target } from '../target.ts';
import { expectSameInPieces } from './cut-anywhere.ts';

function read(pieces: readonly Buffer[]): unknown {
  const events: unknown[] = [];
  const bodies: string[] = [];
  let upgraded = false;
  const parser = new ResponseParser(
    {
      onInformational: (status, headers) => events.push(['informational', status, headers]),
      onHead: (head) => events.push(['head', head]),
      onBody: (chunk) => bodies.push(chunk.toString('latin1')),
      onComplete: (trailers) => events.push(['complete', trailers]),
      onUpgrade: (head) => {
        upgraded = true;
        events.push(['upgrade', head]);
      },
    },
    false,
    true,
  );
  try {
    for (const piece of pieces) {
      // Whoever has said more than one response loses the connection.
      const more = parser.feed(piece);
      // From here on the connection belongs to another protocol.
      if (upgraded) return { events };
      if (more) return { events, body: bodies.join(''), more: true };
    }
    parser.finish();
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    return { fault: error.code };
  }
  return { events, body: bodies.join('') };
}

const NAMES = ['Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Set-Cookie', 'X'];
const VALUES = ['5', 'chunked', 'close', 'timeout=5', 'a=b', '', 'keep-alive'];

/** Responses of origins, which are strangers as well. */
export const response: Target = {
  name: 'response',
  focus: /waf-proxy\/src\/(upstream|http)\//,
  largest: 48 * 1024,
  words: [
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 100\r\n\r\n',
    'HTTP/1.0 304 \r\n',
    'HTTP/1.1 101 x\r\n\r\n',
    '\r\n\r\n',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    ' folded\r\n',
    ';ext',
  ],
  generate: (random) => {
    const interim = random.list(0, 2, () => 'HTTP/1.1 103 Early\r\nLink: a\r\n\r\n').join('');
    const fields = random.list(0, 4, () => `${random.pick(NAMES)}: ${random.pick(VALUES)}\r\n`).join('');
    const body = random.pick(['', 'hello', '5\r\nhello\r\n0\r\n\r\n', '5;a\r\nhello\r\n0\r\nT: 1\r\n\r\n']);
    return Buffer.from(
      `${interim}HTTP/1.${random.below(2)} ${random.pick([200, 204, 304, 101, 500])} OK\r\n${fields}\r\n${body}`,
    );
  },
  read: (input) => {
    read([input]);
  },
  compare: (input) => expectSameInPieces(input, read),
};
