import type { AuditRecord, RuleSetOverlay } from '@palisade/waf-engine';
import { sensitivityVariables } from './index.ts';
import { SAMPLE_ATTACKS } from './sample-attacks/index.ts';
import { managedRuleSet, sendRequest, type TestRequest } from './test-support/send.ts';

const medium = { tx: sensitivityVariables('medium') };
const off = (id: string) => ({ name: id, by: { id } });
const family = (name: string) => ({ name, by: { tag: `family/${name}` } });
const OVERLAYS: Readonly<Record<string, RuleSetOverlay>> = {
  low: { tx: sensitivityVariables('low') },
  medium,
  high: { tx: sensitivityVariables('high') },
  'medium, a rule off': { ...medium, exclusions: [off('1002')] },
  'medium, two families off': { ...medium, exclusions: [family('sql-injection'), family('xss')] },
  'medium, other scores': { ...medium, adjustments: [{ ruleId: 1002, logOnly: false, score: 1 }] },
  'medium, a field excluded': { ...medium, exclusions: [{ ...off('1-99999'), target: 'ARGS:q' }] },
  'medium, a field of two rules excluded': {
    ...medium,
    exclusions: [{ ...off('1002-1003'), target: 'ARGS:q' }],
  },
  'medium, rules off for a page': { ...medium, exclusions: [{ ...off('1-99999'), pathPrefix: '/shop' }] },
  'medium, a rule off for a page': { ...medium, exclusions: [{ ...off('1002'), pathPrefix: '/shop' }] },
  'medium, log only': { ...medium, mode: 'DetectionOnly' },
  'medium, no decision': { ...medium, exclusions: [off('9001')] },
  'medium, a level passed over otherwise': { ...medium, exclusions: [off('1090')] },
};
const sites = Object.entries(OVERLAYS).map(([name, overlay]) => ({
  name,
  site: managedRuleSet.withOverlay(overlay),
}));
const siteOf = (wanted: string) => sites.find(({ name }) => name === wanted)!.site;

const FORM = 'application/x-www-form-urlencoded';
const WORDS = [
  'tea',
  'a few words',
  'price < 20 and size > 3',
  "it's 5 o'clock; select one",
  '<b>bold</b> --',
];
const REQUESTS: readonly TestRequest[] = [
  ...WORDS,
  ...SAMPLE_ATTACKS.filter((_, index) => index % 12 === 0).map(({ text }) => text),
].flatMap((text) => [
  { target: `/shop?q=${encodeURIComponent(text)}`, headers: ['User-Agent', 'Mozilla/5.0'] },
  { target: '/', headers: ['Content-Type', FORM], body: `note=${encodeURIComponent(text)}&q=1` },
  { target: '/', headers: ['Content-Type', 'application/json'], body: JSON.stringify({ q: [text], n: 1 }) },
]);

/** What a record quotes may be another text of the request. */
const said = ({ matches, exclusions: _, ...rest }: AuditRecord) => ({
  ...rest,
  matches: matches.map(({ data: __, ...match }) => match),
});

it('what the rules said for one site stands for another only where it would say the same', () => {
  const standing = sites.flatMap((fuller) =>
    sites.flatMap((other) => {
      const stands = fuller === other ? null : fuller.site.standsFor(other.site);
      return stands === null ? [] : [{ fuller, other, stands, held: 0 }];
    }),
  );
  let asked = 0;
  for (const request of REQUESTS) {
    const records = new Map(sites.map(({ name, site }) => [name, sendRequest(site, request)]));
    for (const pair of standing) {
      const record = records.get(pair.fuller.name)!;
      asked++;
      if (!pair.stands(record, request.target!)) continue;
      pair.held++;
      expect(said(records.get(pair.other.name)!)).toEqual(said(record));
    }
  }
  expect(standing.map(({ fuller, other }) => `${fuller.name} > ${other.name}`)).toEqual(
    expect.arrayContaining([
      'high > medium',
      'high > low',
      'medium > low',
      'medium > medium, a rule off',
      'medium, other scores > medium',
      'medium > medium, two families off',
      'medium > medium, a field of two rules excluded',
      'medium > medium, rules off for a page',
      'medium > medium, a rule off for a page',
      'medium > medium, log only',
      'medium, log only > medium',
    ]),
  );
  // Neither always nor never.
  for (const { held } of standing) expect(held).toBeGreaterThan(REQUESTS.length / 20);
  expect(standing.reduce((sum, { held }) => sum + held, 0)).toBeLessThan(asked * 0.9);
});

it.each([
  ['medium', 'high'],
  ['low', 'medium'],
  ['medium, a rule off', 'medium'],
  ['medium', 'medium, a field excluded'],
  ['medium', 'medium, a level passed over otherwise'],
])('nothing is told by %s of %s', (fuller, other) => {
  expect(siteOf(fuller).standsFor(siteOf(other))).toBeNull();
});

it('nothing is told of a site with other limits, or without its rules', () => {
  const site = siteOf('medium');
  for (const change of [{ mode: 'Off' }, { inspectedBodyBytes: 2_048 }] as const)
    expect(site.standsFor(managedRuleSet.withOverlay({ ...medium, ...change }))).toBeNull();
});
