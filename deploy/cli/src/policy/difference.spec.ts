import { defaultSitePolicy } from '@palisade/site-policy';
import { differenceMarkdown, differenceText, differenceTo } from './difference.ts';

const live = defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' });
const file = (policyConfig: object) => ({ domain: 'shop.example', policyConfig });

it('what a file leaves out is no difference', () => {
  expect(differenceTo(live, { domain: 'shop.example' })).toEqual([]);
  expect(differenceTo(live, file({ mode: live.policyConfig.mode }))).toEqual([]);
});

it('uses the words of the dashboard, with the name of the field', () => {
  const changes = differenceTo(live, file({ mode: 'DetectionOnly', blocked_ips: ['192.0.2.7'] }));
  expect(differenceText(changes)).toBe(
    '  Mode (policyConfig.mode)\n    - Block\n    + Log only\n  Blocked IPs (policyConfig.blocked_ips)\n    + 192.0.2.7\n',
  );
});

it('values are no markup in a comment', () => {
  const rule = {
    id: '0b7c6a52-7a54-4f0e-9d0e-0c5b8d1c2f10',
    name: '](https://evil.example) <img src=x> @everyone',
    enabled: true,
    action: 'block',
    skip: [],
    conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/|x|'] }],
  };
  const markdown = differenceMarkdown('shop.example', 3, differenceTo(live, file({ custom_rules: [rule] })));
  expect(markdown).not.toMatch(/<img|@everyone|\]\(https|\/\|x/);
  expect(markdown).toContain('https:');
});
