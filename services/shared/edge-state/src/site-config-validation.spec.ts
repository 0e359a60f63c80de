import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { CUSTOM_RULE_LIMITS } from '@palisade/site-policy';
import { sampleSite } from './sample-site.ts';
import { validateSiteConfig } from './site-config-validation.ts';

const rollOut = (config: edgeV1.SiteConfig, sharePercent: number): edgeV1.Rollout => {
  const { policy, delivery } = sampleSite();
  config.rollout = create(edgeV1.RolloutSchema, { id: 'r-1', sharePercent, policy, delivery });
  return config.rollout;
};

type Change = (config: edgeV1.SiteConfig) => void;

const refused: [string, string, Change][] = [
  ['no host', 'hosts', (config) => (config.hosts = [])],
  ['an upper-case host', 'hosts.0', (config) => (config.hosts = ['Shop.example'])],
  ['a host in U-labels', 'hosts.0', (config) => (config.hosts = ['bücher.example'])],
  ['a host with a port', 'hosts.0', (config) => (config.hosts = ['shop.example:80'])],
  ['an address as host', 'hosts.0', (config) => (config.hosts = ['192.0.2.1'])],
  ['a public suffix as host', 'hosts.0', (config) => (config.hosts = ['co.uk'])],
  ['a wildcard host', 'hosts.0', (config) => (config.hosts = ['*.shop.example'])],
  ['too many hosts', 'hosts', (config) => (config.hosts = Array(101).fill('a.example'))],
  ['origin port 0', 'origin.port', (config) => (config.origin!.port = 0)],
  ['origin port 65536', 'origin.port', (config) => (config.origin!.port = 65_536)],
  ['an origin host with a path', 'origin.host', (config) => (config.origin!.host = 'a.example/x')],
  [
    'an origin host with a line break',
    'origin.host',
    (config) => (config.origin!.host = 'a.example\r\nX: y'),
  ],
  ['an absurd timeout', 'origin.timeoutMs', (config) => (config.origin!.timeoutMs = 86_400_000)],
  ['no policy', 'policy', (config) => (config.policy = undefined)],
  ['paranoia 4', 'policy.paranoiaLevel', (config) => (config.policy!.paranoiaLevel = 4)],
  ['an unspecified mode', 'policy.mode', (config) => (config.policy!.mode = edgeV1.EngineMode.UNSPECIFIED)],
  [
    'a lower-case country',
    'policy.blockedCountries.0',
    (config) => (config.policy!.blockedCountries = ['cn']),
  ],
  ['a bad range', 'policy.blockedIps.0', (config) => (config.policy!.blockedIps = ['192.0.2.0/33'])],
  ['a bad address', 'policy.allowedIps.0', (config) => (config.policy!.allowedIps = ['1.2.3'])],
  [
    'an octal-looking address',
    'policy.allowedIps.0',
    (config) => (config.policy!.allowedIps = ['010.0.0.1']),
  ],
  [
    'too many addresses',
    'policy.blockedIps',
    (config) => (config.policy!.blockedIps = Array(10_001).fill('192.0.2.1')),
  ],
  [
    'an unknown DDoS level',
    'policy.ddosProtectionLevel',
    (config) => (config.policy!.ddosProtectionLevel = 'x'),
  ],
  [
    'too many regular expressions',
    'policy.customRules',
    (config) =>
      (config.policy!.customRules = Array.from({ length: 2 }, (_, index) =>
        create(edgeV1.CustomRuleSchema, {
          id: `r${index}`,
          name: 'r',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [
            {
              field: edgeV1.ConditionField.PATH,
              operator: edgeV1.ConditionOperator.MATCHES,
              values: Array(CUSTOM_RULE_LIMITS.patterns / 2 + 1).fill('a'),
            },
          ],
        }),
      )),
  ],
  ['a roll-out to everybody', 'rollout.sharePercent', (config) => rollOut(config, 100)],
  [
    'a bad policy that is rolled out',
    'rollout.policy.paranoiaLevel',
    (config) => (rollOut(config, 5).policy!.paranoiaLevel = 4),
  ],
  [
    'a candidate of rules at no stage',
    'ruleRollout.stage',
    (config) => (config.ruleRollout = create(edgeV1.RuleRolloutSchema, { id: 'r-1', candidate: 'c1' })),
  ],
  ['a roll-out without a policy', 'rollout.policy', (config) => (rollOut(config, 5).policy = undefined)],
  ['no entitlements', 'entitlements', (config) => (config.entitlements = undefined)],
  ['version 0', 'version', (config) => (config.version = 0n)],
];

describe('validation of a site config', () => {
  it('accepts a complete site', () => {
    const config = sampleSite();
    config.policy!.allowedIps = ['192.0.2.1', '192.0.2.0/24', '2001:db8::1', '2001:db8::/32'];
    config.policy!.blockedCountries = ['CN', 'RU'];
    expect(() => validateSiteConfig(config)).not.toThrow();
  });

  it.each(refused)('refuses %s and names the field %s', (_what, field, change) => {
    const config = sampleSite();
    change(config);
    expect(() => validateSiteConfig(config)).toThrow(
      expect.objectContaining({ code: 'site_config_invalid', detail: expect.stringContaining(field) }),
    );
  });
});
