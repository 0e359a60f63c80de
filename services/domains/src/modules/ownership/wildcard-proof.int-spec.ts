import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { type NameServer, startNameServer } from '../../test/name-server.ts';

/** A real name server, since what a wildcard answers, and where it does not, is its business. */
describe('claims where a wildcard leads to us', () => {
  let h: Harness;
  let dns: NameServer;
  beforeAll(async () => {
    dns = await startNameServer();
    h = await startHarness({ PALISADE_DNS_SERVERS: dns.address });
  });
  afterAll(async () => {
    await h?.stop();
    await dns?.stop();
  });

  const claim = async (name: string) => {
    const user = newUser();
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: name,
      origin_host: '192.0.2.1',
    });
    const verify = async () => (await h.call('POST', `/domains/${body.id}/verify`, user)).body;
    const read = async () => (await h.call('GET', `/domains/${body.id}`, user)).body;
    return { user, body, verify, read };
  };
  const txtOf = (body: Record<string, unknown>) => body.verification_txt as { name: string; value: string };
  const wildcard = (name: string) => `*.${name}. CNAME ${CNAME_TARGET}.`;

  it.each([
    ['one at its level', 'a.victim.test', [wildcard('victim.test')]],
    [
      'one that has an alias between',
      'b.victim.test',
      ['*.victim.test. CNAME c.other.test.', `c.other.test. CNAME ${CNAME_TARGET}.`],
    ],
    ['a name deep below it', 'x.y.deep.test', [wildcard('deep.test')]],
    [
      'one that answers TXT with many values',
      'd.texts.test',
      [
        wildcard('x.texts.test'),
        ...Array.from({ length: 60 }, (_, i) => `*.texts.test. TXT "palisade-domain-verification=${i}"`),
      ],
    ],
    ['a DNAME', 'sub.moved.test', ['moved.test. DNAME other.test.', `*.other.test. CNAME ${CNAME_TARGET}.`]],
  ])('gives nothing to a stranger: %s', async (_what, name, records) => {
    await dns.setRecords(records);
    const { verify, read } = await claim(name);
    expect(await verify()).toMatchObject({ verified: false });
    expect(await read()).toMatchObject({ dns_verified: false });
  });

  it('asks for a TXT record, says why, and takes it', async () => {
    await dns.setRecords([wildcard('shop.test')]);
    const { user, body, verify, read } = await claim('new.shop.test');
    const txt = txtOf(body);
    expect(txt).toEqual({
      name: '_palisade-challenge.new.shop.test',
      value: `palisade-domain-verification=${body.verification_token}`,
    });
    expect(await verify()).toMatchObject({
      verified: false,
      message: expect.stringContaining('A wildcard record answers for any name at new.shop.test'),
    });
    expect(await read()).toMatchObject({ txt_reason: 'wildcard' });
    expect((await h.call('GET', `/domains/${body.id}/dns`, user)).body).toMatchObject({
      records: [{ purpose: 'ownership', type: 'TXT', ...txt }, { purpose: 'traffic' }],
    });
    await dns.setRecords([wildcard('shop.test'), `${txt.name}. TXT "palisade-domain-verification=another"`]);
    expect(await verify()).toMatchObject({ verified: false, code: 'record_wrong' });
    await dns.setRecords([
      wildcard('shop.test'),
      `${txt.name}. TXT "v=spf1 -all"`,
      `${txt.name}. TXT "${txt.value.slice(0, 20)}" "${txt.value.slice(20)}"`,
    ]);
    expect(await verify()).toMatchObject({ verified: true, code: 'verified' });
    expect(await read()).toMatchObject({ dns_verified: true, is_active: true });
  });

  it('goes on asking for the TXT record when the wildcard is gone: caches may still have its answers', async () => {
    await dns.setRecords([wildcard('was.test')]);
    const { body, verify } = await claim('a.was.test');
    expect(await verify()).toMatchObject({ verified: false });
    await dns.setRecords([`${body.verification_subdomain}. CNAME ${CNAME_TARGET}.`]);
    expect(await verify()).toMatchObject({ verified: false, message: expect.stringContaining('TXT') });
  });

  it('takes no TXT record that an alias leads to', async () => {
    const { body, verify } = await claim('alias.test');
    const txt = txtOf(body);
    await dns.setRecords([
      `${txt.name}. CNAME mine.stranger.test.`,
      `mine.stranger.test. TXT "${txt.value}"`,
    ]);
    expect(await verify()).toMatchObject({ verified: false });
  });

  it('still takes the CNAME record beside a wildcard of addresses, and beside an exact alias of another name', async () => {
    const { body, verify } = await claim('plain.test');
    await dns.setRecords([
      '*.plain.test. A 203.0.113.5',
      `www.plain.test. CNAME ${CNAME_TARGET}.`,
      `${body.verification_subdomain}. CNAME ${CNAME_TARGET}.`,
    ]);
    expect(await verify()).toMatchObject({ verified: true });
  });

  it('proves nothing while one of two resolvers sees a wildcard, or none answers', async () => {
    await dns.setRecords([]);
    const { body, verify } = await claim('two.test');
    const name = String(body.verification_subdomain);
    await dns.setRecords([wildcard('two.test')]);
    h.dns.records = [{ name, type: 'CNAME', value: CNAME_TARGET }];
    await h.restart({ PALISADE_DNS_SERVERS: `${h.dns.address},${dns.address}` });
    expect(await verify()).toMatchObject({ verified: false });
    await h.restart({ PALISADE_DNS_SERVERS: '127.0.0.1:9' });
    expect(await verify()).toMatchObject({ verified: false, code: 'dns_unreachable' });
    await h.restart();
  });
});
