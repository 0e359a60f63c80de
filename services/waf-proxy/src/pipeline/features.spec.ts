import { readFileSync } from 'node:fs';
import { sampleSite } from '@palisade/edge-state';
import { fromMessage } from '@palisade/entitlements/wire';
import { EDGE_SWITCHES, KILL_SWITCHES } from '@palisade/site-policy';
import { settingsUnderPlan } from '@palisade/site-policy/wire';
import type { Feature, SiteSource } from '../request/feature.ts';
import { fakeRuleSet } from '../test-support/fake-rule-set.ts';
import { FEATURES } from './features.ts';

const features: readonly Feature[] = FEATURES;

/** What several features would have under one name, of which the last would win. */
const repeated = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);

describe('the list of features', () => {
  it('has each kill switch once', () => {
    expect(features.flatMap(({ killSwitches }) => killSwitches).sort()).toEqual([...KILL_SWITCHES].sort());
    for (const { name, killSwitches, withSwitchesOff } of features)
      if (killSwitches.length > 0) expect([name, typeof withSwitchesOff]).toEqual([name, 'function']);
  });

  it('counts nothing twice under one name', () => {
    expect(repeated(features.flatMap(({ counters }) => Object.keys(counters)))).toEqual([]);
  });

  it('reads no two parts of a site under one name', () => {
    const config = sampleSite();
    const plan = fromMessage(config.entitlements!);
    const source: SiteSource = {
      config,
      plan,
      settings: settingsUnderPlan(config, plan),
      isOn: true,
      ruleSet: fakeRuleSet(),
      releases: new Map(),
    };
    expect(repeated(features.flatMap((feature) => Object.keys(feature.compile(source))))).toEqual([]);
  });

  it('is told to operators with each of its switches', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(EDGE_SWITCHES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
