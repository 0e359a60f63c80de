// Which rule set judges a site, single rules, and application packs.
import { reply } from '../canned/reply.ts';
import { crsConfig } from '../canned/site-policy.ts';
import { type Act, steps } from './acts.ts';
import { at, configured, enterprise, tab } from './configuration.ts';
import type { Screen } from './screen.ts';

const answers = {
  ...configured(crsConfig),
  ...reply('GET /api/managed-rules/releases', {
    releases: [
      { name: 'crs-3.3.4', nodes: 3 },
      { name: 'crs-4.7.0', nodes: 2 },
    ],
    nodes: 3,
    lacking: { leaked_passwords: 3, upload_scanner: 1 },
  }),
};
const to =
  (heading: string): Act =>
  async (page) => {
    await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded();
  };

const screens: Screen[] = [
  {
    name: 'waf-rule-set',
    at,
    as: enterprise,
    act: steps(tab('WAF Policy'), to('Single rules')),
    answers,
  },
  {
    name: 'waf-packs',
    at,
    as: enterprise,
    act: steps(
      tab('WAF Policy'),
      (page) => page.getByText('What it changes').first().click(),
      to('Addresses and lists'),
    ),
    answers,
  },
];

export default screens;
