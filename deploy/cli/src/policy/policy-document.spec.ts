import { defaultSitePolicy } from '@palisade/site-policy';
import { readPolicy, withVersion, writePolicy } from './policy-document.ts';

const config = defaultSitePolicy({
  origin_host: 'origin.example',
  origin_port: 8080,
  origin_protocol: 'https',
});
const site = { domain: 'shop.example', origin: 'https://waf.example' };

it('every setting comes back from the file as it went in, below the schema for editors', () => {
  const text = writePolicy(site, config, 7);
  expect(text.split('\n')[0]).toBe(
    '# yaml-language-server: $schema=https://waf.example/schemas/site-policy.json',
  );
  expect(readPolicy('p.yaml', text)).toEqual({ domain: 'shop.example', version: 7, ...config });
  expect(readPolicy('p.yaml', writePolicy(site, config, null)).version).toBeUndefined();
});

it.each([
  [
    'a setting that there is none of',
    'policyConfig:\n  enable_cache: true\n',
    'p.yaml:3: policyConfig.enable_cache: there is no such setting',
  ],
  [
    'a value that does not fit',
    'policyConfig:\n  mode: On\n  rate_limit_requests: 0\n',
    'p.yaml:4: policyConfig.rate_limit_requests: Rate limit must be a whole number of at least 1',
  ],
  [
    'an entry of a list',
    'policyConfig:\n  path_rate_limits:\n    - path_prefix: /login\n      requests: 5\n      window_seconds: 0\n',
    'p.yaml:6: policyConfig.path_rate_limits.0.window_seconds: ',
  ],
  ['what is no YAML', 'policyConfig: [\n', 'p.yaml:3: '],
  ['one name twice', 'version: 1\nversion: 2\n', 'p.yaml:3: Map keys must be unique'],
])('%s is told with its line', (_what, text, message) => {
  expect(() => readPolicy('p.yaml', `domain: shop.example\n${text}`)).toThrow(message);
});

it('aliases cannot make much of little', () => {
  const laughs = Array.from(
    { length: 9 },
    (_, level) => `a${level}: &a${level} [${Array(9).fill(level === 0 ? 'x' : `*a${level - 1}`)}]`,
  );
  expect(() => readPolicy('p.yaml', laughs.join('\n'))).toThrow();
});

it('another version leaves comments and order alone', () => {
  const text = '# ours\ndomain: shop.example # the shop\nversion: 3\npolicyConfig:\n  mode: On # at last\n';
  expect(withVersion(text, 4)).toBe(text.replace('version: 3', 'version: 4'));
});
