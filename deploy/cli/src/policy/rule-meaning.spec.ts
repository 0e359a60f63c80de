import { defaultSitePolicy, type PolicyConfig } from '@palisade/site-policy';
import { meaningMarkdown, meaningText, ruleMeaning } from './rule-meaning.ts';

type Rule = PolicyConfig['custom_rules'][number];

const live = {
  ...defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' }),
  version: 3,
};
const blocking = (id: string, name: string, ...values: string[]): Rule => ({
  id: `0b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f1${id}`,
  name,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values }],
});
const meaning = (...custom_rules: Rule[]) =>
  ruleMeaning('shop.example', live, { domain: 'shop.example', policyConfig: { custom_rules } });

it('says which custom rules do nothing, and names a request that is refused from now on', () => {
  const result = meaning(blocking('0', 'Admin', '/admin'), blocking('1', 'Backups', '/admin/backups'));
  expect(meaningText(result)).toBe(`
Custom rules that do nothing:

  "Backups": Never evaluated: every request it applies to is decided by "Admin".

Requests that custom rules would decide otherwise, for example:

  GET https://shop.example/admin from 203.0.113.1
    - no rule
    + Block by "Admin"
`);
});

it('has nothing to say where rules stay as they are', () => {
  expect(meaningText(meaning())).toBe('');
  expect(meaningMarkdown(meaning())).toBe('');
});

it('names and values are no markup in a comment', () => {
  const result = meaningMarkdown(
    meaning(blocking('0', '<img src=x> @everyone', '/|x|'), blocking('1', '](https://evil.example)', '/|x|')),
  );
  expect(result).not.toMatch(/<img|@everyone|\]\(https|\/\|x/);
});
