import { fromBinary } from '@bufbuild/protobuf';
import { domainsV1, edgeV1 } from '@palisade/contracts';
import { grpcClient, InternalChannel, InternalTokenSigner } from '@palisade/nest-kit';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('what the log service asks to try changes', () => {
  let h: Harness;
  let logs: ReturnType<typeof clientOf>;
  const clientOf = (harness: Harness) =>
    grpcClient(domainsV1.DomainsService, {
      address: harness.grpcAddress,
      signer: new InternalTokenSigner('logs', harness.keys.privateKeys.logs ?? ''),
      channel: new InternalChannel('logs', harness.keys.channelSettings('logs')),
    });
  beforeAll(async () => {
    h = await startHarness();
    logs = clientOf(h);
  });
  afterAll(async () => {
    logs?.close();
    await h?.stop();
  });

  const withDomain = async () => {
    const user = newUser();
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: `${user.userId.slice(-12)}.example`,
      origin_host: 'origin.example.net',
    });
    return { user, domainId: String(body.id) };
  };
  const policyOf = (document: Uint8Array) => fromBinary(edgeV1.SiteConfigSchema, document).policy!;
  const json = (change: object) => new TextEncoder().encode(JSON.stringify(change));

  it('a site has one key for its recorded traffic, as long as there is the site', async () => {
    const { user, domainId } = await withDomain();
    const asked = await Promise.all([1, 2].map(() => logs.getRecordingKey({ siteId: domainId })));
    expect(asked[0]!.key).toHaveLength(32);
    expect(asked[1]!.key).toEqual(asked[0]!.key);
    const other = await withDomain();
    expect((await logs.getRecordingKey({ siteId: other.domainId })).key).not.toEqual(asked[0]!.key);
    expect((await h.call('DELETE', `/domains/${domainId}`, user)).status).toBeLessThan(300);
    expect((await logs.getRecordingKey({ siteId: domainId })).key).toHaveLength(0);
  });

  it('a change that is not saved stands in the proposed document alone', async () => {
    const { user, domainId } = await withDomain();
    const update = json({ policyConfig: { waf_sensitivity: 'high', blocked_countries: ['FR'] } });
    const sites = await logs.getReplaySites({
      userId: user.userId,
      domainId,
      change: { case: 'update', value: update },
    });
    expect(policyOf(sites.current)).toMatchObject({ paranoiaLevel: 2, blockedCountries: [] });
    expect(policyOf(sites.proposed)).toMatchObject({ paranoiaLevel: 3, blockedCountries: ['FR'] });
    const { body } = await h.call('GET', `/domains/${domainId}/waf-config`, user);
    expect(body).toMatchObject({ version: 1, policyConfig: { waf_sensitivity: 'medium' } });
  });

  it('is refused for others’ sites, and for what could not be saved', async () => {
    const { user, domainId } = await withDomain();
    const replay = (userId: string, change: object) =>
      logs.getReplaySites({ userId, domainId, change: { case: 'update', value: json(change) } });
    for (const text of ['{', '', '[]', '"x"', '\ud800'])
      await expect(
        logs.getReplaySites({
          userId: user.userId,
          domainId,
          change: { case: 'update', value: new TextEncoder().encode(text) },
        }),
      ).rejects.toMatchObject({ code: 'validation_failed' });
    for (const version of [99, 2_147_483_647])
      await expect(
        logs.getReplaySites({ userId: user.userId, domainId, change: { case: 'version', value: version } }),
      ).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(replay(newUser().userId, {})).rejects.toMatchObject({ code: 'domain_not_found' });
    await expect(replay(user.userId, { policyConfig: { waf_sensitivity: 'extreme' } })).rejects.toMatchObject(
      {
        code: 'validation_failed',
      },
    );
  });
});
