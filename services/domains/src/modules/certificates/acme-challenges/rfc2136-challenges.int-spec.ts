import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { type NameServer, startNameServer } from '../../../test/name-server.ts';
import { Rfc2136Challenges } from './rfc2136-challenges.ts';

describe('TXT records by dynamic updates of BIND', () => {
  let server: NameServer;
  const resolver = new Resolver({ timeout: 1_000, tries: 3 });

  beforeAll(async () => {
    server = await startNameServer();
    resolver.setServers([server.address]);
  });
  afterAll(() => server?.stop());

  const challenges = (secret = server.key.secret, address = server.address) =>
    new Rfc2136Challenges({
      server: address,
      zone: server.zone,
      key: { name: server.key.name, secret: Buffer.from(secret, 'base64') },
    });
  const texts = async (name: string) => (await resolver.resolveTxt(name)).flat().sort();

  it('stand beside each other, and go one by one', async () => {
    const dns = challenges();
    const name = dns.delegatedName('token');
    await dns.put(name, 'one');
    await dns.put(name, 'two');
    expect(await texts(name)).toEqual(['one', 'two']);
    await dns.remove(name, 'one');
    expect(await texts(name)).toEqual(['two']);
    await dns.remove(name, 'two');
    await expect(texts(name)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('are refused with another key, and in another zone', async () => {
    const strange = challenges(randomBytes(32).toString('base64'));
    await expect(strange.put(strange.delegatedName('a'), 'x')).rejects.toThrow('NOTAUTH');
    await expect(challenges().put('a.test', 'x')).rejects.toThrow('NOTZONE');
  });

  it('are not believed from a server that does not know the key', async () => {
    // Says yes to everything, unsigned.
    const liar = createServer((socket) => {
      socket.on('data', (question) => {
        const answer = Buffer.alloc(14);
        answer.writeUInt16BE(12, 0);
        question.copy(answer, 2, 2, 4);
        answer.writeUInt16BE(0xa800, 4);
        socket.end(answer);
      });
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const dns = challenges(server.key.secret, `127.0.0.1:${(liar.address() as AddressInfo).port}`);
    await expect(dns.put(dns.delegatedName('a'), 'x')).rejects.toThrow('not signed');
    await new Promise((resolve) => liar.close(resolve));
  });
});
