import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { APPLICATION_PACKS } from '../groups/application-packs.ts';
import { GROUPS, type GroupName, type SitePolicy } from '../groups/index.ts';
import type { Field } from '../model/field.ts';
import { defaultSitePolicy } from '../site-policy.ts';
import { decodeSettings, encodeSitePolicy, PARTS, PLAIN, type SiteSettings, WIRE_SECTIONS } from './codec.ts';

const defaults = defaultSitePolicy({ origin_host: 'a.example', origin_port: 80, origin_protocol: 'http' });

const integer = (min: number, max: number) => fc.integer({ min, max });
const address = fc.tuple(integer(0, 255), integer(0, 255)).map(([a, b]) => `198.51.${a}.${b}`);
const path = fc.constantFrom('/', '/api/', '/a%20b', '/login');
const host = fc.constantFrom('b.example', '192.0.2.7', '2001:db8::1', 'localhost');
const list = <T>(of: fc.Arbitrary<T>, most: number) => fc.uniqueArray(of, { maxLength: most });
const protocol = fc.constantFrom('http' as const, 'https' as const);

const LOGIN_PATH = { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/login'] };
const WITHOUT_KEY = { field: 'header', name: 'X-Key', operator: 'exists', negate: true, values: [] };

/** Values of fields whose kind does not say what they can be. */
const OTHERS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  origin_host: host,
  client_certificate_authorities: list(
    fc.constantFrom(
      '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----',
      '-----BEGIN CERTIFICATE-----\nREVG\n-----END CERTIFICATE-----\n',
    ),
    2,
  ),
  client_certificate_paths: list(path, 4),
  trusted_proxies: list(fc.constantFrom('10.0.0.0/8', '192.0.2.7', '2001:db8::/32'), 3),
  trusted_proxy_header: fc.constantFrom('X-Forwarded-For', 'Forwarded', 'CF-Connecting-IP'),
  leaked_password_paths: list(fc.constantFrom('/login', '/account/enter', '/a'), 3),
  leaked_password_fields: list(fc.constantFrom('password', 'user[password]', 'kennwört'), 3),
  client_certificate_allowed: list(fc.constantFrom('CN=a', 'DNS:a.example', 'ab'.repeat(32)), 3),
  client_certificate_revocations: list(
    fc.constant('-----BEGIN X509 CRL-----\nQUJD\n-----END X509 CRL-----'),
    1,
  ),
  origin_host_header: fc.oneof(fc.constant(''), host),
  api_path_prefixes: list(path, 4),
  blocked_countries: list(fc.constantFrom('DE', 'FR', 'XK'), 3),
  cache_ignored_query_parameters: list(fc.constantFrom('a', 'utm_source', 'ü'), 3),
  allowed_ips: list(address, 50),
  blocked_ips: list(address, 50),
  allowed_lists: list(fc.uuid(), 10),
  blocked_lists: list(fc.uuid(), 10),
  challenged_lists: list(fc.uuid(), 10),
  path_rate_limits: list(
    fc.record({ path_prefix: path, requests: integer(1, 10_000_000), window_seconds: integer(1, 3_600) }),
    20,
  ),
  rate_limit_rules: fc.uniqueArray(
    fc
      .record({
        id: fc.uuid(),
        name: fc.constantFrom('Sign-in', 'Größe'),
        enabled: fc.constant(true),
        conditions: fc.constantFrom([], [LOGIN_PATH, WITHOUT_KEY]),
        key: fc.constantFrom(
          [{ part: 'address', name: '' }],
          [
            { part: 'cookie', name: 'sid' },
            { part: 'jwt_claim', name: 'sub' },
          ],
        ),
        counts: fc.constantFrom('requests', 'failures', 'bytes', 'distinct_paths'),
        amount: integer(1, 1_000),
        window_seconds: integer(1, 86_400),
        burst: integer(0, 1_000),
        action: fc.constantFrom('log', 'challenge', 'refuse', 'slow_down', 'block'),
      })
      .map((rule) => ({
        ...rule,
        statuses: rule.counts === 'failures' ? [401, 403] : [],
        burst: rule.counts === 'distinct_paths' ? 0 : rule.burst,
        algorithm: rule.counts === 'distinct_paths' || rule.burst === 0 ? 'sliding_window' : 'token_bucket',
        block_seconds: rule.action === 'block' ? 600 : 0,
        delay_ms: rule.action === 'slow_down' ? 500 : 0,
      })),
    { maxLength: 5, selector: ({ id }) => id },
  ),
  additional_origins: list(
    fc.record(
      {
        host,
        port: integer(1, 65_535),
        protocol,
        weight: integer(1, 100),
        backup: fc.boolean(),
        places: fc.constantFrom(['DE'], ['NA', 'north-america']),
        drain_until: fc.constant('2030-01-02T03:04:05.000Z'),
      },
      { requiredKeys: ['host', 'port', 'protocol', 'weight', 'backup'] },
    ),
    15,
  ),
  origin_places: list(fc.constantFrom('FR', 'south-america'), 2),
  origin_drain_until: fc.constantFrom(null, '2030-01-02T03:04:05.000Z'),
  recording_masked_fields: list(fc.constantFrom('vat', 'Kundennummer', 'X-Own'), 3),
  rule_set: fc.constantFrom('managed', 'crs-3.3.4', 'crs-4'),
  rule_adjustments: fc.uniqueArray(
    fc.oneof(
      fc.record({
        rule_id: integer(1, 4_294_967_295),
        log_only: fc.constant(true),
        score: fc.constant(null),
      }),
      fc.record({ rule_id: integer(1, 999_999), log_only: fc.boolean(), score: integer(0, 100) }),
    ),
    { maxLength: 5, selector: ({ rule_id }) => rule_id },
  ),
  application_packs: fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...APPLICATION_PACKS), path: fc.constantFrom('/', '/blog', '/a/b') }),
    { maxLength: 5, selector: ({ name, path }) => `${name} ${path}` },
  ),
  redirects: fc.uniqueArray(
    fc.record({
      from: fc.integer({ min: 1, max: 999 }).map((number) => `/old/${number}`),
      to: fc.constantFrom('/', '/new', 'https://b.example/?a=b'),
      status: fc.constantFrom(301 as const, 302 as const, 307 as const, 308 as const),
      keep_query: fc.boolean(),
    }),
    { maxLength: 10, selector: ({ from }) => from },
  ),
  header_rules: list(
    fc.oneof(
      fc.record({
        target: fc.constantFrom('request', 'response'),
        operation: fc.constantFrom('set', 'append'),
        name: fc.constantFrom('X-A', 'Referrer-Policy'),
        value: fc.constantFrom('a', 'b; c'),
      }),
      fc.record({
        target: fc.constantFrom('request', 'response'),
        operation: fc.constant('remove'),
        name: fc.constant('Server'),
        value: fc.constant(''),
      }),
    ),
    10,
  ),
  own_pages: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('block', 'error', 'maintenance'),
      language: fc.constantFrom('en', 'de', 'pt-BR'),
      html: fc.constantFrom('<p>{{request_id}}</p>', '<h1>ü</h1>'),
    }),
    { maxLength: 9, selector: ({ kind, language }) => `${kind} ${language}` },
  ),
  maintenance_allowed_ips: list(address, 20),
  health_check: fc.record({
    enabled: fc.constant(true),
    path,
    interval_seconds: integer(1, 300),
    timeout_seconds: integer(1, 60),
    unhealthy_after: integer(1, 100),
    healthy_after: integer(1, 100),
    status_from: integer(100, 300),
    status_to: integer(300, 599),
  }),
};

function valuesOf(name: string, { schema, limits }: Field): fc.Arbitrary<unknown> {
  if (OTHERS[name]) return OTHERS[name];
  if (limits) return integer(limits.min, limits.max);
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...schema.options);
  throw new Error(`${name}: no values are known for its test`);
}

/** Two fields with one meaning: normalised to the combinations that owners can distinguish. */
const settled = (values: SiteSettings): SiteSettings => ({
  ...values,
  origin_protocol: values.origin_use_tls ? 'https' : 'http',
  ddos_protection_level: !values.enable_ddos_protection
    ? 'none'
    : values.ddos_protection_level === 'none'
      ? 'medium'
      : values.ddos_protection_level,
  ...(values.rule_set === 'managed' ? { paranoia_level: 1, inbound_anomaly_threshold: 5 } : {}),
  upload_scan_over_limit: values.upload_scanning === 'off' ? 'refuse' : values.upload_scan_over_limit,
});

function documentOf({ originConfig, policyConfig }: SitePolicy): edgeV1.SiteConfig {
  const document = create(edgeV1.SiteConfigSchema, encodeSitePolicy({ originConfig, policyConfig }, 0));
  return fromBinary(edgeV1.SiteConfigSchema, toBinary(edgeV1.SiteConfigSchema, document));
}

const compiledAsTheyStand: readonly GroupName[] = ['customRules', 'ruleExclusions'];
const names = (Object.keys(GROUPS) as GroupName[]).filter((name) => !compiledAsTheyStand.includes(name));

describe('a policy in the signed document', () => {
  it.each(names)('comes back as it was: %s', (name) => {
    const { section, fields } = GROUPS[name];
    const some = fc.record(
      Object.fromEntries(Object.entries(fields).map(([field, facts]) => [field, valuesOf(field, facts)])),
    );
    fc.assert(
      fc.property(some, (values) => {
        for (const [field, { schema }] of Object.entries<Field>(fields))
          expect(z.safeParse(schema, values[field])).toMatchObject({ success: true });
        const config: SitePolicy = { ...defaults, [section]: { ...defaults[section], ...values } };
        const document = documentOf(config);
        for (const [part, schema] of Object.entries(WIRE_SECTIONS))
          expect(z.safeParse(schema, document[part as 'policy']).error?.issues ?? []).toEqual([]);
        const wanted = settled({ ...config.originConfig, ...config.policyConfig });
        const read = decodeSettings(document);
        for (const field of Object.keys(fields) as (keyof SiteSettings)[])
          expect([field, read[field]]).toEqual([field, wanted[field]]);
      }),
      { numRuns: 60 },
    );
  });

  it('has one place for every field', () => {
    const known = [...PLAIN.map(({ name }) => name), ...PARTS.flatMap(({ fields }) => fields)];
    const all = Object.values(GROUPS).flatMap(({ fields }) => Object.keys(fields));
    expect([...known].sort()).toEqual([...all].sort());
    const places = [
      ...PLAIN.map(({ place }) => place),
      ...PARTS.flatMap(({ schemas }) => Object.keys(schemas)),
    ];
    expect(new Set(places).size).toBe(places.length);
  });

  it('checks and carries every member that the document has for it', () => {
    const members = ['origin', 'policy', 'delivery', 'loadBalancing'].flatMap((section) => {
      const field = edgeV1.SiteConfigSchema.fields.find(({ localName }) => localName === section);
      return field?.message?.fields.map(({ localName }) => `${section}.${localName}`) ?? [];
    });
    const places = [
      ...PLAIN.map(({ place }) => place),
      ...PARTS.flatMap(({ schemas }) => Object.keys(schemas)),
    ];
    const covered = new Set(places.map((place) => place.split('.').slice(0, 2).join('.')));
    expect(members.filter((member) => !covered.has(member))).toEqual([]);
    expect(members.length).toBeGreaterThan(35);
  });

  it('of an older version reads as the defaults', () => {
    const old = create(edgeV1.SiteConfigSchema, {
      origin: { host: 'a.example', port: 80, timeoutMs: 30_000 },
      policy: { managedRules: true, paranoiaLevel: 2, mode: edgeV1.EngineMode.ON, rateLimitRequests: 100 },
      delivery: { http2: true, compression: true },
    });
    const { custom_rules, rule_exclusions, ...policy } = defaults.policyConfig;
    expect(decodeSettings(old)).toEqual({
      ...defaults.originConfig,
      ...policy,
      // No number stands where an older document has none; the edge knows what that means.
      origin_weight: 0,
    });
  });

  it.each([
    ['policy', 'paranoiaLevel', 4],
    ['policy', 'mode', edgeV1.EngineMode.UNSPECIFIED],
    ['policy', 'ddosProtectionLevel', 'x'],
    ['origin', 'timeoutMs', 600_001],
    ['origin', 'timeoutMs', 999],
    ['origin', 'weight', 101],
    ['policy', 'allowedIps', ['1.2.3']],
  ])('is refused with %s.%s of %j', (section, member, value) => {
    const document = documentOf(defaults);
    const part = { ...document[section as 'policy'], [member]: value };
    const { error } = z.safeParse(WIRE_SECTIONS[section]!, part);
    expect(error?.issues[0]?.path[0]).toBe(member);
  });
});
