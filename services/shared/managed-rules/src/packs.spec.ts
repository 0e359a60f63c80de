import { compileRuleSet } from '@palisade/waf-engine';
import { loadManagedRules } from './load.ts';
import {
  applicationPacks,
  type InstalledPack,
  loadPackRules,
  packExclusions,
  packVariables,
} from './packs.ts';
import { examplesOf, type PackExample, requestOf } from './test-support/pack-examples.ts';
import { sendRequest } from './test-support/send.ts';

const ruleSet = compileRuleSet([...loadPackRules(), ...loadManagedRules()]);
const LEVELS = { low: '1', medium: '2', high: '3' } as const;
type Level = keyof typeof LEVELS;

const siteOf = (level: Level, packs: readonly InstalledPack[], exclusions = packExclusions(packs)) =>
  ruleSet.withOverlay({
    tx: { blocking_paranoia_level: LEVELS[level], ...packVariables(packs) },
    exclusions,
  });
type Site = ReturnType<typeof siteOf>;
const stoppedBy = (site: Site, example: PackExample): number | null =>
  sendRequest(site, requestOf(example)).interruption?.ruleId ?? null;
const installed = (name: string, path = '/'): InstalledPack[] => [{ name, path }];

const packs = applicationPacks();
const levels = Object.keys(LEVELS) as Level[];
const cases = packs.flatMap(({ name }) => levels.map((level) => [name, level] as const));

it('there are examples of each pack, requests that pass and attacks that do not', () => {
  expect(packs.map(({ name }) => name)).toEqual([
    'cms',
    'discourse',
    'drupal',
    'graphql',
    'magento',
    'nextcloud',
    'phpbb',
    'woocommerce',
    'wordpress',
  ]);
  for (const { name } of packs) {
    const { pass, stop } = examplesOf(name);
    expect([name, pass.length >= 5, stop.length >= 5]).toEqual([name, true, true]);
    expect(stop.some(({ excluded }) => excluded)).toBe(true);
  }
});

describe.each(cases)('%s, at %s', (name, level) => {
  const { pass, stop } = examplesOf(name);
  const on = siteOf(level, installed(name));
  const off = siteOf(level, []);

  it.each(pass.map((example) => [example.what, example] as const))(
    'passes with the pack: %s',
    (_, example) => {
      expect(stoppedBy(on, example)).toBeNull();
    },
  );

  it.each(stop.map((example) => [example.what, example] as const))('is stopped: %s', (_, example) => {
    if (example.patch === undefined) {
      expect(stoppedBy(on, example)).not.toBeNull();
      expect(stoppedBy(off, example)).not.toBeNull();
    } else expect(stoppedBy(on, example)).toBe(example.patch);
  });
});

describe('a pack', () => {
  const withExclusions = packs.filter(({ exclusions }) => exclusions.length > 0);

  it.each(withExclusions)(
    'of $name changes something: without it some of its requests are stopped',
    ({ name }) => {
      const stopped = examplesOf(name).pass.filter(
        (example) => stoppedBy(siteOf('high', []), example) !== null,
      );
      expect(stopped.length).toBeGreaterThan(0);
    },
  );

  it.each(withExclusions)(
    'of $name exempts no family that none of its requests needs',
    ({ name, exclusions }) => {
      const { pass } = examplesOf(name);
      const families = new Set(exclusions.flatMap((exclusion) => exclusion.families));
      for (const family of families) {
        const rest = packExclusions(installed(name)).filter(
          ({ by }) => !('tag' in by) || by.tag !== `family/${family}`,
        );
        const site = siteOf('high', installed(name), rest);
        expect([family, pass.some((example) => stoppedBy(site, example) !== null)]).toEqual([family, true]);
      }
    },
  );

  it('holds for the place where the application is, and nowhere else', () => {
    const site = siteOf('medium', installed('wordpress', '/blog'));
    const post = examplesOf('wordpress').pass[0]!;
    expect(stoppedBy(site, post)).not.toBeNull();
    expect(stoppedBy(site, { ...post, target: `/blog${post.target}` })).toBeNull();
    expect(stoppedBy(site, { ...post, target: `/blog/..${post.target}` })).not.toBeNull();
  });

  it('names itself where it had a say', () => {
    const [post] = examplesOf('wordpress').pass;
    const audit = sendRequest(siteOf('medium', installed('wordpress')), requestOf(post!));
    expect(audit.exclusions).toContainEqual(
      expect.objectContaining({ name: 'pack:wordpress', target: 'ARGS:json.content' }),
    );
  });

  it('that is off costs a site no rule', () => {
    const patch = examplesOf('wordpress').stop.find(({ patch: rule }) => rule === 30101)!;
    expect(stoppedBy(siteOf('high', []), patch)).toBeNull();
  });
});

it('virtual patches of packs have an example each, and are told of', () => {
  for (const { name, patches } of packs) {
    const patchIds = patches.map(({ ruleId }) => ruleId);
    const tried = new Set(examplesOf(name).stop.flatMap(({ patch }) => patch ?? []));
    const rules = ruleSet.ruleIds.filter((id) => ruleSet.describe(id)!.tags.includes(`pack/${name}`));
    expect([name, patchIds]).toEqual([name, rules]);
    expect([...tried].sort()).toEqual(patchIds);
  }
});
