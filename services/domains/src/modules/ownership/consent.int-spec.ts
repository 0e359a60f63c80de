import { Client } from 'pg';
import { newClaim, newSite } from '../../test/claims.ts';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('names above and below somebody else’s domain', () => {
  let h: Harness;
  let database: Client;
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    h.dns.records = [{ name: CNAME_TARGET, type: 'A', value: '198.51.100.1' }];
  });
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });

  const asked = async (parentName: string, name: string) => {
    const parent = await newSite(h, parentName);
    const child = await newClaim(h, name);
    h.dns.records = [...h.dns.records, child.cname];
    expect((await child.verify()).body).toMatchObject({
      verified: false,
      code: 'consent_waiting',
      message: expect.stringContaining(`${parentName} belongs to another account`),
    });
    const { ownership_requests } = await parent.read();
    const [request] = ownership_requests as { id: string; name: string }[];
    const answer = (word: string, user = parent.user) =>
      h.call('POST', `/domains/${parent.id}/ownership-requests/${request?.id}`, user, { answer: word });
    return { parent, child, request, answer };
  };

  it('asks the parent’s owner, who hands over the name and what they covered below it', async () => {
    const { parent, child, request, answer } = await asked('parent.example', 'blog.parent.example');
    await h.call('PATCH', `/domains/${parent.id}`, parent.user, {
      hosts: ['www.parent.example', 'blog.parent.example', 'x.blog.parent.example'],
    });
    expect(request).toMatchObject({ kind: 'consent', role: 'holder', name: 'blog.parent.example' });
    expect((await answer('accept', newUser())).status).toBe(404);
    expect((await answer('accept', child.user)).status).toBe(404);
    expect((await answer('perhaps')).status).toBe(422);
    expect((await answer('accept')).status).toBe(204);
    expect((await answer('refuse')).body).toMatchObject({ code: 'ownership_request_not_found' });
    expect((await child.verify()).body).toMatchObject({ verified: true });
    expect(await parent.read()).toMatchObject({
      is_active: true,
      hosts: ['parent.example', 'www.parent.example'],
    });
    expect(await child.history()).toEqual(['consent_requested', 'consent_given', 'verified']);
    expect(await parent.history()).toEqual([
      'verified',
      'consent_asked',
      'consent_given',
      'name_handed_over',
    ]);
    // Nor can the parent's owner list names there again.
    for (const host of ['blog.parent.example', 'y.blog.parent.example']) {
      expect(await h.call('PATCH', `/domains/${parent.id}`, parent.user, { hosts: [host] })).toMatchObject({
        status: 409,
        body: { code: 'host_taken' },
      });
    }
  });

  it('takes a refusal for a month, also from somebody who removes the claim and adds it again', async () => {
    const { parent, child, answer } = await asked('strict.example', 'shop.strict.example');
    expect((await answer('refuse')).status).toBe(204);
    expect((await child.verify()).body).toMatchObject({ verified: false, code: 'consent_refused' });
    await h.call('DELETE', `/domains/${child.id}`, child.user);
    const again = await newClaim(h, 'shop.strict.example', { user: child.user });
    h.dns.records = [...h.dns.records, again.cname];
    expect((await again.verify()).body).toMatchObject({ code: 'consent_refused' });
    expect(await parent.history()).toEqual(['verified', 'consent_asked', 'consent_refused']);
  });

  it('takes two weeks of silence for a yes, from a TXT record only', async () => {
    const { child } = await asked('silent.example', 'api.silent.example');
    await database.query(`UPDATE ownership_requests SET ends_at = now() WHERE claimant_id = $1`, [child.id]);
    expect((await child.verify()).body).toMatchObject({ code: 'consent_waiting' });
    h.dns.records = [...h.dns.records, child.txt];
    expect((await child.verify()).body).toMatchObject({ verified: true });
  });

  it('does not take over what is below a parent that is claimed later', async () => {
    const child = await newSite(h, 'app.late.example');
    const parent = await newSite(h, 'late.example');
    expect(await child.read()).toMatchObject({ is_active: true, hosts: ['app.late.example'] });
    expect(await parent.read()).toMatchObject({ hosts: ['late.example', 'www.late.example'] });
  });

  it('leaves names below a child to the child, also those that were listed before it was there', async () => {
    const parent = await newClaim(h, 'early.example');
    const hosts = ['early.example', 'x.shop.early.example', 'free.early.example'];
    await h.call('PATCH', `/domains/${parent.id}`, parent.user, { hosts });
    await newSite(h, 'shop.early.example');
    h.dns.records = [...h.dns.records, parent.cname];
    expect((await parent.verify()).body).toMatchObject({ verified: true });
    expect(await parent.read()).toMatchObject({ hosts: ['early.example', 'free.early.example'] });
  });

  it('needs nobody’s consent below one’s own domain, though that is below another’s', async () => {
    const { child, answer } = await asked('top.example', 'mid.top.example');
    await answer('accept');
    expect((await child.verify()).body).toMatchObject({ verified: true });
    await h.changePlan(child.user.userId, 'business');
    await newSite(h, 'low.mid.top.example', child.user);
  });
});
