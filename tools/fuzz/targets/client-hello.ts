import { Duplex } from 'node:stream';
import { createServer } from 'node:tls';
import { parseProxyHeader } from '../../../services/waf-proxy/src/io/proxy-protocol/parse-proxy-header.ts';
import { helloIn } from '../../../services/waf-proxy/src/io/tls-hello/hello-reader.ts';
import { serverNameIn } from '../../../services/waf-proxy/src/io/tls-hello/server-name.ts';
import { SiteRegistry } from '../../../services/waf-proxy/src/pipeline/site-registry.ts';
import { DEFAULT_CLIENT_TLS } from '../../../services/waf-proxy/src/request/client-tls-policy.ts';
import { Certificates } from '../../../services/waf-proxy/src/server/tls/certificates.ts';
import { BrokenInvariant, expectSame } from '../finding.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

const ALERT = 0x15;
const certificates = new Certificates(new SiteRegistry(), [], null, () => undefined);
/** What OpenSSL has found last. */
let named: string | null = null;
const server = createServer({
  minVersion: 'TLSv1.2',
  SNICallback: (name, callback) => {
    named = name;
    const context = certificates.find(name, DEFAULT_CLIENT_TLS);
    if (context === null) callback(new Error('no certificate for this name'));
    else callback(null, context);
  },
});
server.on('tlsClientError', () => undefined);

/** What a TLS server without any site answers; nobody may get more than an alert from it. */
async function handshake(hello: Buffer): Promise<void> {
  const answers: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      answers.push(chunk);
      done();
    },
  });
  socket.on('error', () => socket.destroy());
  named = null;
  server.emit('connection', socket);
  socket.push(hello);
  // The name is looked up in one turn, and answered in the next.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  const answer = Buffer.concat(answers);
  if (answer.length > 0 && answer[0] !== ALERT)
    throw new BrokenInvariant(`a stranger's name is answered with record ${answer[0]}`);
  expectSameName(hello);
}

/** Who ends TLS is chosen by the name that we read: it must be the one that OpenSSL then asks for. */
function expectSameName(bytes: Buffer): void {
  const hello = helloIn(bytes);
  // Letters beyond ASCII are no site's, and are spelled in two ways.
  if (named === null || hello.state !== 'complete' || /[^\x21-\x7e]/.test(named)) return;
  expectSame(serverNameIn(hello.message), named.toLowerCase(), 'name in a ClientHello');
}

/** Bytes after a complete header do not change how it is read. */
function expectStable(input: Buffer): void {
  let before = parseProxyHeader(input.subarray(0, 0));
  for (let length = 1; length <= Math.min(input.length, 2_200); length++) {
    const now = parseProxyHeader(input.subarray(0, length));
    if (before.state !== 'partial') expectSame(now, before, `header of ${length} bytes and of one less`);
    if (now.state === 'complete' && now.length > length) throw new BrokenInvariant('complete before its end');
    before = now;
  }
}

const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);
const sized = (...pieces: Buffer[]): Buffer => {
  const whole = Buffer.concat(pieces);
  return Buffer.concat([u16(whole.length), whole]);
};
const extension = (type: number, ...pieces: Buffer[]): Buffer => Buffer.concat([u16(type), sized(...pieces)]);

function clientHello(random: Random): Buffer {
  const name = Buffer.from(
    random.pick(['shop.example', 'SHOP.example', 'a', '', '__proto__', 'constructor', 'x'.repeat(255)]),
  );
  const extensions = sized(
    extension(0, sized(Buffer.of(0), sized(name))),
    extension(10, sized(u16(0x001d), u16(0x0017))),
    extension(13, sized(u16(0x0403), u16(0x0804), u16(0x0401))),
    extension(16, sized(Buffer.from('\x02h2\x08http/1.1'))),
    extension(43, Buffer.of(4, 3, 4, 3, 3)),
    extension(51, sized(u16(0x001d), sized(Buffer.alloc(32, 9)))),
  );
  const suites = sized(u16(0x1301), u16(0xc02b), u16(0xc02f));
  const body = Buffer.concat([
    u16(0x0303),
    Buffer.alloc(32, random.below(256)),
    Buffer.of(0),
    suites,
    Buffer.of(1, 0),
    extensions,
  ]);
  const message = Buffer.concat([Buffer.of(1, 0), u16(body.length), body]);
  return Buffer.concat([Buffer.of(0x16, 3, 1), sized(message)]);
}

const PROXY = [
  '',
  'PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n',
  'PROXY TCP6 2001:db8::1 ::1 65535 1\r\n',
  'PROXY UNKNOWN\r\n',
  '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\x02\x01\xc0\0\x02\x02\0\x01\x01\xbb',
  '\r\n\r\n\0\r\nQUIT\n\x20\0\0\0',
];

/** What comes first on a TLS port: a balancer's PROXY header where there is one, and a ClientHello. */
export const clientHelloTarget: Target = {
  name: 'client-hello',
  focus: /waf-proxy\/src\/(io\/proxy-protocol|io\/tls-hello|server\/tls|node\/sites\/site-registry)/,
  largest: 18 * 1024,
  words: [...PROXY.slice(1), 'TCP4 ', ' 0', '\r\n', '::ffff:1.2.3.4', '\x16\x03\x01', '\0\0'],
  generate: (random) => Buffer.concat([Buffer.from(random.pick(PROXY), 'latin1'), clientHello(random)]),
  read: (input) => {
    parseProxyHeader(input);
  },
  compare: async (input) => {
    expectStable(input);
    const header = parseProxyHeader(input);
    await handshake(header.state === 'complete' ? input.subarray(header.length) : input);
  },
};
