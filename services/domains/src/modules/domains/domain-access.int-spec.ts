import { domainsV1 } from '@palisade/contracts';
import { grpcClient, InternalChannel, InternalTokenSigner, newId, type UserId } from '@palisade/nest-kit';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('domains, to others than their owners', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const add = (user: ReturnType<typeof newUser>, name: string) =>
    h.call('POST', '/domains/', user, { domain_name: name, origin_host: '192.0.2.10' });
  const verified = async (user: ReturnType<typeof newUser>, name: string) => {
    const { body } = await add(user, name);
    h.dns.records = [
      { name: String(body.verification_subdomain), type: 'CNAME' as const, value: CNAME_TARGET },
    ];
    expect(await h.call('POST', `/domains/${body.id}/verify`, user)).toMatchObject({
      body: { verified: true },
    });
    return body;
  };

  describe('who may', () => {
    const routes = (id: string): [string, string, object?][] => [
      ['GET', `/domains/${id}`],
      ['PATCH', `/domains/${id}`, { is_active: false }],
      ['DELETE', `/domains/${id}`],
      ['POST', `/domains/${id}/verify`],
      ['GET', `/domains/${id}/dns`],
      ['GET', `/domains/${id}/ownership-history`],
      ['POST', `/domains/${id}/ownership-requests/${id}`, { answer: 'accept' }],
      ['GET', `/domains/${id}/waf-config`],
      ['PUT', `/domains/${id}/waf-config`, {}],
      ['GET', `/domains/${id}/waf-config/versions`],
      ['GET', `/domains/${id}/waf-config/versions/1`],
      ['POST', `/domains/${id}/waf-config/versions/1/rollback`],
    ];

    it('another customer and an admin get 404 on every route of a domain, anonymous 401, a foreign scope 403', async () => {
      const owner = newUser();
      const id = String((await add(owner, 'private.example')).body.id);
      for (const [method, path, body] of routes(id)) {
        const as = async (user: ReturnType<typeof newUser> | null) =>
          (await h.call(method, path, user, body)).status;
        expect([method, path, await as(newUser())]).toEqual([method, path, 404]);
        expect([method, path, await as(newUser({ isAdmin: true }))]).toEqual([method, path, 404]);
        expect([method, path, await as(null)]).toEqual([method, path, 401]);
        expect([method, path, await as({ ...owner, scopes: ['logs:read'] })]).toEqual([method, path, 403]);
      }
      expect((await h.call('GET', '/domains', null)).status).toBe(401);
      expect((await h.call('POST', '/domains', null, {})).status).toBe(401);
      expect((await h.call('GET', '/domains', newUser())).body).toEqual([]);
      expect((await h.call('GET', '/domains/not-an-id', owner)).status).toBe(422);
      expect((await h.call('GET', `/domains/${id}`, owner)).status).toBe(200);
    });
  });

  describe('for other services', () => {
    const clientOf = (caller: 'auth' | 'billing' | 'logs', timeout?: number) =>
      grpcClient(domainsV1.DomainsService, {
        address: h.grpcAddress,
        signer: new InternalTokenSigner(caller, h.keys.privateKeys[caller]!),
        channel: new InternalChannel(caller, h.keys.channelSettings(caller)),
        ...(timeout !== undefined && { timeout }),
      });

    it('tells the stored plan in time while billing hangs', async () => {
      const { userId } = newUser();
      await h.changePlan(userId, 'business');
      h.billing.hangFor(userId);
      // As long as the logs service waits.
      const logs = clientOf('logs', 2_000);
      await expect(logs.getOwnerPlan({ userId })).resolves.toMatchObject({ planName: 'Business' });
      logs.close();
    });

    it('answers by gRPC', async () => {
      const [auth, billing, logs] = (['auth', 'billing', 'logs'] as const).map((caller) => clientOf(caller));
      const user = newUser();
      const { id } = await verified(user, 'grpc.example');
      const expected = {
        id,
        ownerId: user.userId,
        domainName: 'grpc.example',
        isActive: true,
        dnsVerified: true,
        totalRequests: 0n,
      };
      expect((await logs!.listUserDomains({ userId: user.userId })).domains).toMatchObject([expected]);
      expect(
        (await auth!.listDomainsOfUsers({ userIds: [user.userId, newId<UserId>()] })).domains,
      ).toMatchObject([expected]);
      expect((await logs!.getDomains({ ids: [String(id), newId<UserId>()] })).domains).toMatchObject([
        expected,
      ]);
      expect((await logs!.getDomains({ ids: [String(id)], names: ['grpc.example'] })).domains).toMatchObject([
        expected,
      ]);
      expect((await logs!.getDomains({ names: ['nobody.example'] })).domains).toEqual([]);
      await expect(logs!.getDomains({ names: [''] })).rejects.toMatchObject({ code: 'names_invalid' });
      expect((await billing!.countDomains({})).total).toBeGreaterThan(0n);
      await expect(logs!.listUserDomains({ userId: 'x' })).rejects.toMatchObject({
        code: 'ids_invalid',
      });
      for (const client of [auth, billing, logs]) client!.close();
    });
  });

  it('describes its routes with named schemas and unique operations', async () => {
    const answer = await fetch(`${await h.app.getUrl()}/openapi.json`);
    const document = (await answer.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: object };
    };
    const operations = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => operation.operationId);
    expect(new Set(operations).size).toBe(operations.length);
    expect(operations).toEqual(expect.arrayContaining(['listDomains', 'verifyDomain', 'updateSitePolicy']));
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Domain', 'DomainCreate', 'SitePolicy', 'SitePolicyUpdate', 'OriginConfig']),
    );
  });
});
