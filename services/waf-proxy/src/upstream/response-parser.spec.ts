import { ResponseParser } from './response-parser.ts';

/** Everything a parser says about the given pieces, as one text. */
function read(pieces: readonly string[], isHead = false, closes = false): string {
  const said: string[] = [];
  let body = '';
  const parser = new ResponseParser(
    {
      onInformational: (status, headers) => said.push(`interim ${status} ${headers}`),
      onHead: (head) =>
        said.push(`head ${head.status} ${head.reason} ${head.headers} keep=${head.keepAlive}`),
      onBody: (chunk) => {
        body += chunk.toString('latin1');
      },
      onComplete: (trailers) => said.push(`body ${body}`, `complete ${trailers}`),
      onUpgrade: (head, rest) => said.push(`upgrade ${head.status} ${rest.toString('latin1')}`),
    },
    isHead,
    false,
  );
  try {
    for (const piece of pieces) if (parser.feed(Buffer.from(piece, 'latin1'))) said.push('excess');
    if (closes) parser.finish();
  } catch (error) {
    said.push(`error ${(error as { code?: string }).code}`);
  }
  return said.join('\n');
}

const RESPONSES: readonly [string, string, boolean?, boolean?][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX:  y \t\r\n\r\nhello'],
  [
    'chunks with extensions and trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a="b"\r\nabc\r\nA \r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n',
  ],
  ['chunks without trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'],
  ['an end by closing', 'HTTP/1.0 200 OK\r\n\r\nuntil the end', false, true],
  [
    'interim responses',
    'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
  ],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', true],
  ['a folded header', 'HTTP/1.1 200 OK\r\nX: a\r\n  b\r\nContent-Length: 0\r\n\r\n'],
  ['no reason', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'],
  [
    'both framings',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
  ['a bad chunk end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n'],
  ['a truncated body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort', false, true],
];

describe('the response parser', () => {
  it('tells of all the small chunks of one read together, in their order among large ones', () => {
    const pieces: number[] = [];
    let body = '';
    const nothing = () => undefined;
    const parser = new ResponseParser(
      {
        onInformational: nothing,
        onHead: nothing,
        onBody: (chunk) => {
          pieces.push(chunk.length);
          body += chunk.toString('latin1');
        },
        onComplete: nothing,
        onUpgrade: nothing,
      },
      false,
      false,
    );
    const large = 'L'.repeat(5_000);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const text = chunk('a').repeat(5_000) + chunk(large) + chunk('b').repeat(5_000);
    parser.feed(Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text}`, 'latin1'));
    expect(pieces).toEqual([5_000, 5_000, 5_000]);
    parser.feed(Buffer.from(`${chunk('c')}0\r\n\r\n`, 'latin1'));
    expect(pieces).toEqual([5_000, 5_000, 5_000, 1]);
    expect(body).toBe(`${'a'.repeat(5_000)}${large}${'b'.repeat(5_000)}c`);
  });

  it.each(RESPONSES)(
    'says the same of %s however it is cut',
    (_what, text, isHead = false, closes = false) => {
      const whole = read([text], isHead, closes);
      expect(read([...text], isHead, closes)).toBe(whole);
      for (let cut = 1; cut < text.length; cut++) {
        expect(read([text.slice(0, cut), text.slice(cut)], isHead, closes)).toBe(whole);
      }
    },
  );

  it('tells of bytes behind the end, whether they come with it or later', () => {
    const text = 'HTTP/1.1 204 No Content\r\n\r\n';
    expect(read([`${text}more`])).toMatch(/excess$/);
    expect(read([text, 'more'])).toMatch(/excess$/);
    expect(read([text, ''])).not.toContain('excess');
  });

  it('reads what was said', () => {
    expect(read([RESPONSES[0]![1]])).toBe(
      'head 200 OK Content-Length,5,X,y keep=true\nbody hello\ncomplete null',
    );
    expect(read([RESPONSES[1]![1]])).toBe(
      'head 200 OK Transfer-Encoding,chunked keep=true\nbody abc0123456789\ncomplete X-Sum,1',
    );
    expect(read([RESPONSES[3]![1]], false, true)).toContain('keep=false\nbody until the end\ncomplete null');
    expect(read([RESPONSES[8]![1]])).toContain('keep=false\nbody a');
    expect(read([RESPONSES[10]![1]], false, true)).toContain('error truncated_response');
  });

  it('tells of bytes beyond the end', () => {
    expect(read(['HTTP/1.1 204 No Content\r\n\r\nX'])).toContain('excess');
    expect(read(['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc'])).toContain('excess');
  });

  it.each([
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA B: c\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: c\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded: first\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n 1\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('refuses %j', (text) => {
    expect(read([text])).toContain('error malformed_response');
  });
});
