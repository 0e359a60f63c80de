import { ADDRESS_INVALID, ADDRESS_REPEATED } from '@palisade/site-policy';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('WAF configuration', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const withDomain = async (plan: 'free' | 'starter' | 'business' | 'enterprise') => {
    const user = newUser();
    if (plan !== 'free') h.billing.setPlan(user.userId, plan);
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: `${user.userId.slice(-12)}.example`,
      origin_host: 'origin.example.net',
    });
    const path = `/domains/${body.id}/waf-config`;
    return {
      user,
      get: () => h.call('GET', path, user),
      put: (config: object) => h.call('PUT', path, user, config),
      policy: (policyConfig: object) => h.call('PUT', path, user, { policyConfig }),
      versions: async (query = '') =>
        (await h.call('GET', `${path}/versions${query}`, user)).body as unknown as Record<string, unknown>[],
      version: (number: number) => h.call('GET', `${path}/versions/${number}`, user),
      rollBack: (number: number, query = '') =>
        h.call('POST', `${path}/versions/${number}/rollback${query}`, user),
    };
  };

  it('keeps several origins, limits by path and their history', async () => {
    const site = await withDomain('business');
    const origin = { host: '198.51.100.7', port: 8443, protocol: 'https', weight: 3, backup: true };
    const limit = { path_prefix: '/login', requests: 5, window_seconds: 60 };
    const saved = await site.put({
      originConfig: { additional_origins: [origin] },
      policyConfig: { path_rate_limits: [limit] },
    });
    expect(saved).toMatchObject({ status: 200 });
    expect((await site.get()).body).toMatchObject({
      originConfig: { additional_origins: [origin] },
      policyConfig: { path_rate_limits: [limit] },
    });
  });

  it('starts with the defaults of the specification', async () => {
    const site = await withDomain('free');
    expect((await site.get()).body).toEqual({
      originConfig: {
        origin_host: 'origin.example.net',
        origin_port: 80,
        origin_protocol: 'http',
        origin_use_tls: false,
        enable_hsts: false,
        enable_http2: true,
        enable_http3: true,
        enable_websocket: false,
        enable_compression: true,
        timeout_seconds: 30,
        pass_underscore_headers: false,
        redirect_to_https: false,
        verify_origin_certificate: true,
        origin_host_header: '',
        origin_http2: false,
        origin_client_certificate: 'off',
        origin_weight: 1,
        origin_places: [],
        origin_drain_until: null,
        additional_origins: [],
        sticky_sessions: false,
        prefer_fastest: false,
        health_quorum: false,
        health_check: {
          enabled: false,
          path: '/',
          interval_seconds: 30,
          timeout_seconds: 5,
          unhealthy_after: 3,
          healthy_after: 2,
          status_from: 200,
          status_to: 399,
        },
        websocket_max_message_kb: 1_024,
        websocket_inspect_text: false,
        tls_min_version: '1.2',
        tls_ciphers: 'standard',
        trusted_proxies: [],
        trusted_proxy_header: 'X-Forwarded-For',
        trusted_proxy_hops: 1,
        client_certificates: 'off',
        client_certificate_authorities: [],
        client_certificate_paths: [],
        client_certificate_allowed: [],
        client_certificate_forwarded: false,
        client_certificate_revocations: [],
      },
      policyConfig: {
        mode: 'On',
        enable_managed_rules: true,
        rule_set: 'managed',
        paranoia_level: 1,
        inbound_anomaly_threshold: 5,
        rule_adjustments: [],
        application_packs: [],
        enable_bot_protection: false,
        block_ai_crawlers: false,
        crawler_robots_rules: false,
        crawlers_search: 'allow',
        crawlers_ai_training: 'allow',
        crawlers_ai_assistant: 'allow',
        crawlers_preview: 'allow',
        crawlers_monitor: 'allow',
        crawlers_seo: 'allow',
        crawlers_feed: 'allow',
        deception: 'off',
        deception_links: true,
        deception_fields: true,
        deception_minutes: 60,
        leaked_passwords: 'off',
        leaked_password_paths: [],
        leaked_password_fields: [],
        enable_rate_limiting: false,
        rate_limit_requests: 100,
        enable_ddos_protection: false,
        ddos_protection_level: 'none',
        enable_geo_blocking: false,
        enable_caching: false,
        waf_sensitivity: 'medium',
        allowed_ips: [],
        blocked_ips: [],
        blocked_countries: [],
        allowed_ips_skip_rules: false,
        allowed_lists: [],
        blocked_lists: [],
        challenged_lists: [],
        on_engine_failure: 'open',
        inspected_upload_kb: 10_240,
        inspected_body_kb: 1_024,
        files_beyond_inspection: 'pass',
        body_beyond_inspection: 'refuse',
        path_rate_limits: [],
        cache_default_ttl_seconds: 0,
        cache_ignored_query_parameters: [],
        cache_stale_while_revalidate_seconds: 0,
        cache_stale_if_error_seconds: 0,
        tiered_cache: false,
        bot_challenge: 'suspicious',
        challenge_clearance_seconds: 3_600,
        api_path_prefixes: [],
        upload_scanning: 'off',
        visitor_reports: false,
        upload_scan_over_limit: 'refuse',
        custom_rules: [],
        rate_limit_rules: [],
        rule_exclusions: [],
        traffic_recording: 'off',
        recording_rate_percent: 1,
        recording_masked_fields: [],
        log_addresses: 'full',
        log_mask_query_values: false,
        log_omit_user_agents: false,
        log_omit_fingerprints: false,
        redirects: [],
        header_rules: [],
        csp_reports: false,
        own_pages: [],
        maintenance_mode: false,
        maintenance_allowed_ips: [],
        maintenance_retry_after_seconds: 600,
      },
      version: 1,
      updated_at: expect.any(String),
      published: false,
      rollout: null,
    });
  });

  it('changes what is sent and leaves the rest, and takes back what it answered', async () => {
    const site = await withDomain('enterprise');
    const saved = await site.put({
      originConfig: { timeout_seconds: 45, enable_hsts: true },
      policyConfig: {
        mode: 'DetectionOnly',
        waf_sensitivity: 'high',
        ddos_protection_level: null,
        blocked_ips: ['203.0.113.77/24', '2001:DB8::1'],
        blocked_countries: ['kp'],
      },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        version: 2,
        originConfig: {
          timeout_seconds: 45,
          enable_hsts: true,
          origin_host: 'origin.example.net',
          enable_http2: true,
        },
        policyConfig: {
          mode: 'DetectionOnly',
          waf_sensitivity: 'high',
          ddos_protection_level: 'none',
          enable_managed_rules: true,
          blocked_ips: ['203.0.113.0/24', '2001:db8::1'],
          blocked_countries: ['KP'],
        },
      },
    });
    const { originConfig, policyConfig } = (await site.get()).body;
    expect((await site.put({ originConfig, policyConfig })).body).toMatchObject({ version: 2 });
    expect((await h.call('GET', '/domains', site.user)).body).toMatchObject([
      { origin_host: 'origin.example.net' },
    ]);
  });

  it.each([
    [{ origin_protocol: 'https' }, 'https', true],
    [{ origin_use_tls: true }, 'https', true],
    [{ origin_use_tls: true, origin_protocol: 'http' }, 'https', true],
    [{ origin_protocol: 'https', origin_use_tls: false }, 'https', true],
    [{ origin_protocol: 'http', origin_use_tls: false }, 'http', false],
  ])('keeps the two names of TLS to the origin in step: %j', async (originConfig, protocol, useTls) => {
    const site = await withDomain('free');
    expect((await site.put({ originConfig })).body).toMatchObject({
      originConfig: { origin_protocol: protocol, origin_use_tls: useTls },
    });
  });

  it.each([
    [{ originConfig: { origin_host: ' ' } }, 'originConfig.origin_host', 'Origin host is required'],
    [
      { originConfig: { origin_host: 'edge.palisade.test' } },
      'originConfig.origin_host',
      'leads back to this service',
    ],
    [{ originConfig: { origin_port: 65_536 } }, 'originConfig.origin_port', 'Port must be'],
    [{ originConfig: { timeout_seconds: 0 } }, 'originConfig.timeout_seconds', 'Timeout must be'],
    [{ policyConfig: { blocked_ips: ['nonsense'] } }, 'policyConfig.blocked_ips.0', ADDRESS_INVALID],
    [
      { policyConfig: { allowed_ips: ['10.0.0.1', '10.0.0.1'] } },
      'policyConfig.allowed_ips.1',
      ADDRESS_REPEATED,
    ],
    [
      { policyConfig: { blocked_countries: ['XX'] } },
      'policyConfig.blocked_countries.0',
      'Please select a country',
    ],
    [
      { policyConfig: { blocked_countries: ['CN', 'cn'] } },
      'policyConfig.blocked_countries',
      'Country already exists in the block list',
    ],
    [{ policyConfig: { waf_sensitivity: 'paranoid' } }, 'policyConfig.waf_sensitivity', ''],
    [{ policyConfig: { rate_limit_requests: 0 } }, 'policyConfig.rate_limit_requests', 'Rate limit must be'],
    [{ policyConfig: { mode: 'Maybe' } }, 'policyConfig.mode', ''],
  ])('refuses %j', async (config, path, message) => {
    const site = await withDomain('enterprise');
    expect(await site.put(config)).toMatchObject({
      status: 422,
      body: { errors: [{ path, message: expect.stringContaining(message) }] },
    });
    expect((await site.get()).body).toMatchObject({ version: 1 });
  });

  it('takes two lists of 10,000 entries', async () => {
    const site = await withDomain('starter');
    const list = (first: number) =>
      Array.from({ length: 10_000 }, (_, i) => `2001:db8:${first}:${(i + 1).toString(16)}::/64`);
    expect((await site.policy({ allowed_ips: list(1), blocked_ips: list(2) })).status).toBe(200);
    expect(await site.policy({ blocked_ips: [...list(2), '192.0.2.1'] })).toMatchObject({ status: 422 });
  });

  it.each([
    ['free', { enable_rate_limiting: true }, 'Rate limiting is available from the Starter plan'],
    ['free', { enable_ddos_protection: true }, 'DDoS protection is available from the Starter plan'],
    ['free', { blocked_ips: ['192.0.2.1'] }, 'IP management is available from the Starter plan'],
    ['starter', { enable_bot_protection: true }, 'Bot protection is available from the Business plan'],
    ['starter', { enable_geo_blocking: true }, 'Geo-blocking is available from the Business plan'],
    ['business', { enable_caching: true }, 'Edge caching is available from the Enterprise plan'],
    ['starter', { enable_rate_limiting: true, rate_limit_requests: 101 }, 'up to 100 requests per minute'],
  ] as const)('does not switch on what the %s plan lacks: %j', async (plan, policy, text) => {
    const site = await withDomain(plan);
    const answer = await site.policy(policy);
    expect(answer).toMatchObject({ status: 402, body: { code: 'upgrade_required' } });
    expect(answer.body.detail).toContain('Upgrade required');
    expect(answer.body.detail).toContain(text);
    expect((await site.get()).body).toMatchObject({ version: 1 });
  });

  it('lets a feature be switched on in the second after it was paid for', async () => {
    const site = await withDomain('free');
    expect((await site.policy({ enable_geo_blocking: true })).status).toBe(402);
    h.billing.setPlan(site.user.userId, 'business');
    expect((await site.policy({ enable_geo_blocking: true })).status).toBe(200);
  });

  it('keeps settings after a downgrade and lets other things be saved', async () => {
    const site = await withDomain('enterprise');
    await site.policy({ enable_caching: true, enable_rate_limiting: true, rate_limit_requests: 900 });
    await h.changePlan(site.user.userId, 'free');
    const { policyConfig } = (await site.get()).body as { policyConfig: object };
    expect(await site.policy({ ...policyConfig, waf_sensitivity: 'low' })).toMatchObject({
      status: 200,
      body: { policyConfig: { enable_caching: true, rate_limit_requests: 900, waf_sensitivity: 'low' } },
    });
  });

  it('tells somebody who changes an old state, and lets only one of many win', async () => {
    const site = await withDomain('free');
    const answers = await Promise.all(
      [31, 32, 33, 34].map((timeout_seconds) => site.put({ version: 1, originConfig: { timeout_seconds } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'configuration_changed',
    });
    expect((await site.get()).body).toMatchObject({ version: 2 });
  });

  it('keeps every version with who, when and what, and rolls back', async () => {
    const site = await withDomain('enterprise');
    await site.policy({ blocked_ips: ['192.0.2.1', '192.0.2.2'], enable_caching: true });
    await site.policy({ blocked_ips: ['192.0.2.2', '192.0.2.3'] });
    expect(await site.versions()).toMatchObject([
      {
        version: 3,
        is_current: true,
        author_id: site.user.userId,
        change_kind: 'saved',
        changes: [{ field: 'policyConfig.blocked_ips', before: ['192.0.2.1'], after: ['192.0.2.3'] }],
      },
      {
        version: 2,
        is_current: false,
        changes: [
          { field: 'policyConfig.enable_caching', before: false, after: true },
          { field: 'policyConfig.blocked_ips', before: [], after: ['192.0.2.1', '192.0.2.2'] },
        ],
      },
      { version: 1, change_kind: 'created', changes: [] },
    ]);
    expect((await site.rollBack(2)).body).toMatchObject({
      version: 4,
      policyConfig: { blocked_ips: ['192.0.2.1', '192.0.2.2'], enable_caching: true },
    });
    expect((await site.versions())[0]).toMatchObject({
      version: 4,
      change_kind: 'rolled_back',
      restored_version: 2,
    });
    expect((await site.version(2)).body).toMatchObject({
      version: 2,
      policyConfig: { enable_caching: true },
      changes: expect.arrayContaining([{ field: 'policyConfig.enable_caching', before: false, after: true }]),
    });
    expect(await site.version(99)).toMatchObject({ status: 404, body: { code: 'version_not_found' } });
    expect(await site.rollBack(99)).toMatchObject({ status: 404 });
    expect(await site.version(0)).toMatchObject({ status: 422 });
  });

  it('does not roll back over a change that whoever asks has not seen', async () => {
    const site = await withDomain('free');
    await site.put({ originConfig: { timeout_seconds: 31 } });
    await site.put({ originConfig: { timeout_seconds: 32 } });
    expect(await site.rollBack(1, '?current_version=2')).toMatchObject({
      status: 409,
      body: { code: 'configuration_changed' },
    });
    expect((await site.get()).body).toMatchObject({ version: 3, originConfig: { timeout_seconds: 32 } });
    expect((await site.rollBack(1, '?current_version=3')).body).toMatchObject({ version: 4 });
  });

  it('tells of versions a page at a time, the last of a page by what came before it, too', async () => {
    const site = await withDomain('enterprise');
    for (const part of [1, 2, 3, 4]) await site.policy({ blocked_ips: [`192.0.2.${part}`] });
    const all = await site.versions();
    expect(all.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(await site.versions('?limit=2')).toEqual(all.slice(0, 2));
    expect(await site.versions('?limit=2&before=4')).toEqual(all.slice(2, 4));
    expect(await site.versions('?limit=2&before=2')).toEqual(all.slice(4));
    expect(await site.versions('?before=1')).toEqual([]);
    const response = await h.call('GET', `/domains/${NOBODY}/waf-config/versions?limit=51`, site.user);
    expect(response.status).toBe(422);
  });

  it('does not roll back to what the plan no longer includes', async () => {
    const site = await withDomain('enterprise');
    await site.policy({ enable_caching: true });
    await site.policy({ enable_caching: false });
    await h.changePlan(site.user.userId, 'starter');
    expect(await site.rollBack(2)).toMatchObject({ status: 402, body: { code: 'upgrade_required' } });
  });
});
