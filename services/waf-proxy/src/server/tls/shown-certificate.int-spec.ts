import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createSecureContext, createServer, type TLSSocket } from 'node:tls';
import { type Identity, identity } from '../../test-support/client-authority.ts';
import { shownCertificate, watchHandshake } from './shown-certificate.ts';

let root: Identity;
let intermediate: Identity;
let leaf: Identity;
let server: Identity;
beforeAll(async () => {
  root = await identity('Devices', { isAuthority: true });
  intermediate = await identity('Devices II', { by: root, isAuthority: true });
  leaf = await identity('device-7', { by: intermediate });
  server = await identity('shop.example', { forServers: true });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('in %s', (version) => {
  async function handshake(authorities: readonly string[], use: (socket: TLSSocket) => void): Promise<void> {
    const context = createSecureContext({ ...server, ca: [...authorities] });
    const listener = createServer({
      ...server,
      ...{ requestCert: true, ca: [], maxVersion: version },
      // nosemgrep: no-insecure-channel -- the server's refusals are what is tested
      ...{ rejectUnauthorized: false },
      SNICallback(this: TLSSocket, _name, callback) {
        watchHandshake(this);
        callback(null, context);
      },
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const client = connect({
      ...{ port: (listener.address() as AddressInfo).port, servername: 'shop.example' },
      ...{ cert: `${leaf.cert}\n${intermediate.cert}`, key: leaf.key },
      // nosemgrep: no-insecure-channel -- a client of its own server
      ...{ rejectUnauthorized: false },
    });
    const [socket] = (await once(listener, 'secureConnection')) as [TLSSocket];
    use(socket);
    client.destroy();
    listener.close();
  }

  /** Node takes the chain away without freeing it wherever it asks for it as objects. */
  const isLeft = (socket: TLSSocket): boolean =>
    socket.getPeerCertificate(true).issuerCertificate?.raw.equals(new X509Certificate(intermediate.cert).raw);

  it('leaves the chain of a stranger to who frees it', async () => {
    await handshake([], (socket) => {
      expect(shownCertificate(socket, null)).toMatchObject({ fault: 'untrusted', subject: 'CN=device-7' });
      expect(isLeft(socket)).toBe(true);
    });
  });

  it('leaves the chain of a client that is known, and tells it', async () => {
    await handshake([root.cert], (socket) => {
      expect(socket.authorized).toBe(true);
      const asked = { policy: { id: 'a', signers: [new X509Certificate(root.cert)] }, version: 1n };
      const shown = shownCertificate(socket, asked)!;
      expect(shown).toMatchObject({ fault: null, askedBy: 'a' });
      expect(shown.numbers).toHaveLength(2);
      expect(isLeft(socket)).toBe(true);
    });
  });
});
