import { eventually, goProgram } from '@palisade/testing';
import { generate } from 'selfsigned';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';
import { terraformRunner } from './terraform/runner.ts';
import { Workplace } from './terraform/tofu.ts';

const SITE = 'terraform.localhost';
const runner = await terraformRunner();
const provider = await goProgram('terraform-provider-palisade');
const NO_GO = 'there is no Go on this machine';
if ('missing' in provider && provider.missing !== NO_GO) throw new Error(provider.missing);
// Neither is ours: a machine that has none, and cannot fetch OpenTofu's modules, says so.
const missing = [runner, provider].flatMap((one) => ('missing' in one ? [one.missing] : []))[0];
const programs =
  'program' in runner && 'program' in provider ? { tofu: runner.program, provider: provider.program } : null;
const withGo = (title: string, tests: () => void) =>
  programs === null
    ? describe.skip(`${title} [skipped: ${missing?.slice(0, 200)}]`, () => tests())
    : describe(title, () => tests());

interface Config {
  version: number;
  policyConfig: {
    waf_sensitivity: string;
    blocked_ips: string[];
    custom_rules: { id: string; name: string }[];
    rule_exclusions: { id: string }[];
  };
}

withGo('the Terraform provider, run by OpenTofu or Terraform', () => {
  const stack = new SharedStack('customers');
  const places: Workplace[] = [];
  let owner: ApiClient;
  let key: string;
  /** Of another account. */
  let othersKey: string;
  let certificate: { chain: string; key: string };
  let place: Workplace;

  beforeAll(async () => {
    await stack.start();
    owner = await ApiClient.signIn(stack.api, stack.accounts.customer);
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    const { body: me } = await owner.call<{ id: string }>('GET', '/auth/me');
    expect((await admin.call('PUT', `/admin/users/${me.id}`, { plan: 'business' })).status).toBe(200);
    key = await keyOf(owner);
    othersKey = await keyOf(admin);
    const pems = await generate([{ name: 'commonName', value: SITE }], {
      keyType: 'ec',
      curve: 'P-256',
      extensions: [
        {
          name: 'subjectAltName',
          altNames: [SITE, `www.${SITE}`].map((value) => ({ type: 2 as const, value })),
        },
      ],
    });
    certificate = { chain: pems.cert, key: pems.private };
    place = workplace();
    given(null);
    await place.must('init');
  });
  afterAll(async () => {
    for (const one of places) one.dispose();
    await stack.dispose();
  });

  async function keyOf(account: ApiClient): Promise<string> {
    const scopes = ['domains:read', 'domains:write'];
    const made = await account.call<{ api_key: string }>('POST', '/api-keys', { name: 'terraform', scopes });
    expect(made.status).toBe(201);
    return made.body.api_key;
  }

  function workplace(apiKey = key): Workplace {
    const environment = { PALISADE_URL: new URL(stack.api).origin, PALISADE_API_KEY: apiKey };
    const made = new Workplace(programs!, environment);
    places.push(made);
    made.write('terraform.tfvars.json', variables(certificate));
    return made;
  }
  /** The same certificate is presented to visitors and to the site's servers: it has no purpose. */
  const variables = (own: typeof certificate | null) =>
    JSON.stringify({ domain: SITE, certificate: own, origin_certificate: own });
  const given = (own: typeof certificate | null) => place.write('terraform.tfvars.json', variables(own));

  const apply = () => place.must('apply', '-auto-approve', '-input=false');
  const idOf = async (address: string) =>
    /^\s+id\s+= "([^"]+)"/m.exec(await place.must('state', 'show', address))![1]!;
  const configOf = async (id: string) => (await owner.call<Config>('GET', `/domains/${id}/waf-config`)).body;
  const siteId = () => idOf('palisade_site.shop');

  it('makes a site with all that it has, and the second plan is empty', async () => {
    await apply();
    expect(await place.differences()).toBeNull();
    const { policyConfig } = await configOf(await siteId());
    expect(policyConfig.waf_sensitivity).toBe('high');
    // Written in the API's own way, which is no difference.
    expect(policyConfig.blocked_ips[0]).toBe('2001:db8::1');
    expect(policyConfig.custom_rules.map(({ name }) => name)).toEqual([
      'Health checks are not judged',
      'The old panel is gone',
    ]);
    expect(policyConfig.rule_exclusions).toHaveLength(1);
  });

  it('outputs the DNS record that proves the domain, and gives it a certificate once the record exists', async () => {
    const record = JSON.parse(await place.must('output', '-json', 'verification')) as {
      name: string;
      value: string;
    };
    const body = new URLSearchParams({ type: 'TXT', ...record, action: 'add' });
    expect((await fetch(stack.urls.demo_dns, { method: 'POST', body })).status).toBe(200);
    const site = await siteId();
    await eventually('the domain being verified', async () => {
      const { body } = await owner.call<{ verified: boolean }>('POST', `/domains/${site}/verify`);
      if (!body.verified) throw new Error('its record has not been seen');
    });
    given(certificate);
    await apply();
    expect(await place.differences()).toBeNull();
    const { body: forOrigins } = await owner.call<{ in_use: string; certificates: { source: string }[] }>(
      'GET',
      `/domains/${site}/origin-certificates`,
    );
    expect(forOrigins.in_use).toBe('uploaded');
    expect(forOrigins.certificates.map(({ source }) => source)).toEqual(['uploaded']);
  });

  it('has neither the API key nor a private key in its state', () => {
    const state = place.read('terraform.tfstate');
    expect(state).toContain('BEGIN CERTIFICATE');
    expect(state).not.toContain('PRIVATE KEY');
    expect(state).not.toContain(key);
  });

  it('writes the API key to no log, at any log level', async () => {
    const loud = workplace();
    const traced = new Workplace(programs!, {
      PALISADE_URL: new URL(stack.api).origin,
      PALISADE_API_KEY: key,
      TF_LOG: 'TRACE',
    });
    places.push(traced);
    traced.write('terraform.tfvars.json', loud.read('terraform.tfvars.json'));
    await traced.must('init');
    const { code, out, errors } = await traced.run('plan', '-input=false');
    expect(code).toBe(0);
    expect(errors).toContain('[TRACE]');
    expect(out + errors).not.toContain(key);
  });

  it('shows and takes back what others have changed, and makes again what they have removed', async () => {
    const site = await siteId();
    const { policyConfig } = await configOf(site);
    const others = { waf_sensitivity: 'low', custom_rules: policyConfig.custom_rules.slice(1) };
    await owner.call('PUT', `/domains/${site}/waf-config`, { policyConfig: others });
    await owner.call('DELETE', `/domains/${site}/certificates/uploaded`);
    const differences = await place.differences();
    expect(differences).toContain('waf_sensitivity');
    expect(differences).toContain('palisade_custom_rule.health will be created');
    expect(differences).toContain('palisade_certificate.shop[0] will be created');
    await apply();
    expect(await place.differences()).toBeNull();
    const after = (await configOf(site)).policyConfig;
    expect(after.waf_sensitivity).toBe('high');
    expect(after.custom_rules).toHaveLength(2);
  });

  it('imports each by its id, and the plan after that is empty', async () => {
    const site = await siteId();
    const other = workplace();
    await other.must('init');
    const of = async (address: string) => `${site}/${await idOf(address)}`;
    for (const [address, id] of [
      ['palisade_site.shop', site],
      ['palisade_site_policy.shop', site],
      ['palisade_list.scanners', await idOf('palisade_list.scanners')],
      ['palisade_custom_rule.health', await of('palisade_custom_rule.health')],
      ['palisade_custom_rule.old_admin', await of('palisade_custom_rule.old_admin')],
      ['palisade_exclusion.comments', await of('palisade_exclusion.comments')],
      ['palisade_certificate.shop[0]', site],
      ['palisade_origin_certificate.shop[0]', site],
    ] as const)
      await other.must('import', '-input=false', address, id);
    // What cannot be read back, or is written otherwise than the API does, is said once: nothing is made or removed.
    expect(await other.differences()).toMatch(/Plan: 0 to add, \d to change, 0 to destroy/);
    const { version } = await configOf(site);
    await other.must('apply', '-auto-approve', '-input=false');
    expect(await other.differences()).toBeNull();
    // And it was the same: no version was made.
    expect((await configOf(site)).version).toBe(version);
  });

  it('says at the attribute what the API refuses', async () => {
    place.edit('target      = "ARGS:comment"', 'target      = "NOTHING:comment"');
    const { code, errors } = await place.run('apply', '-auto-approve', '-input=false');
    expect(code).toBe(1);
    expect(errors).toContain('with palisade_exclusion.comments');
    expect(errors).toMatch(/on main\.tf line \d+, in resource "palisade_exclusion" "comments":\n.*target/);
    place.edit('target      = "NOTHING:comment"', 'target      = "ARGS:comment"');
    expect(await place.differences()).toBeNull();
  });

  it('makes all again when the site is gone', async () => {
    const gone = await siteId();
    await owner.call('DELETE', `/domains/${gone}`);
    // One's own certificate wants a domain that is proved.
    given(null);
    await apply();
    expect(await place.differences()).toBeNull();
    expect(await siteId()).not.toBe(gone);
  });

  it('forgets nothing where the key is of another account, neither in a plan nor in an apply', async () => {
    const wrong = workplace(othersKey);
    await wrong.must('init');
    const state = place.read('terraform.tfstate');
    wrong.write('terraform.tfstate', state);
    for (const words of [['plan'], ['apply', '-auto-approve'], ['destroy', '-auto-approve']]) {
      const { code, errors } = await wrong.run(...words, '-input=false');
      expect(code).toBe(1);
      expect(errors).toContain('of another account');
      expect(wrong.read('terraform.tfstate')).toBe(state);
    }
    expect(await place.differences()).toBeNull();
  });

  it('deletes a list in one apply with the last policy that names it, when configured to', async () => {
    const list = await idOf('palisade_list.scanners');
    place.edit(
      '  name    = "scanners"',
      '  lifecycle {\n    create_before_destroy = true\n  }\n  name    = "scanners"',
    );
    // A resource that left the configuration is deleted as the state describes it.
    await apply();
    place.edit('    blocked_lists   = [palisade_list.scanners.id]', '    blocked_lists   = []');
    place.edit(/resource "palisade_list" "scanners" \{[\s\S]*?\n\}\n/, '');
    await apply();
    expect(await place.differences()).toBeNull();
    const { body } = await owner.call<{ lists: { id: string }[] }>('GET', '/lists');
    expect(body.lists.map(({ id }) => id)).not.toContain(list);
  });

  it('destroys all that it has made', async () => {
    await place.must('destroy', '-auto-approve', '-input=false');
    const { body } = await owner.call<{ domain_name: string }[]>('GET', '/domains');
    expect(body.map(({ domain_name }) => domain_name)).not.toContain(SITE);
    expect(JSON.parse(place.read('terraform.tfstate'))).toMatchObject({ resources: [] });
  });
});
