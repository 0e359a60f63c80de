import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { toMessage } from '@palisade/entitlements/wire';
import { ENGINE_SWITCHES, KILL_SWITCHES } from '@palisade/site-policy';
import { ACCELERATOR_NAMES } from '@palisade/waf-engine';
import { fakeRuleSet } from '../test-support/fake-rule-set.ts';
import { compileSite } from './compiled-site.ts';
import { isChosen, NO_CONTROLS, SiteControls } from './site-controls.ts';

const ownRule = (id: string, action: edgeV1.CustomRuleAction) => ({
  id,
  name: id,
  action,
  conditions: [
    { field: edgeV1.ConditionField.PATH, operator: edgeV1.ConditionOperator.EQUALS, values: ['/admin'] },
  ],
});

const site = compileSite(
  sampleSite({
    policy: {
      managedRules: true,
      paranoiaLevel: 2,
      mode: 1,
      ddosProtectionLevel: 'high',
      botProtection: true,
      crawlers: { blockAi: true },
      rateLimiting: true,
      rateLimitRequests: 10,
      pathRateLimits: [{ pathPrefix: '/login', requests: 1, windowSeconds: 60 }],
      geoBlocking: true,
      blockedCountries: ['CN'],
      caching: true,
      blockedIps: ['192.0.2.1'],
      uploadScan: {},
      deception: { action: edgeV1.DeceptionAction.BLOCK, minutes: 60 },
      leakedPasswords: { action: edgeV1.LeakedPasswordAction.BLOCK },
      ruleRelease: { name: 'crs-4', paranoiaLevel: 1, inboundThreshold: 5 },
      applicationPacks: [{ name: 'wordpress', path: '/' }],
      customRules: [
        ownRule('wall', edgeV1.CustomRuleAction.BLOCK),
        ownRule('proof', edgeV1.CustomRuleAction.CHALLENGE),
      ],
    },
    entitlements: toMessage('business', SEED_ENTITLEMENTS.enterprise),
  }),
  fakeRuleSet(),
  new Map([['crs-4', fakeRuleSet()]]),
);

describe("an operator's controls", () => {
  it('leave a site as it is while there are none', () => {
    const controls = new SiteControls(new Map());
    expect(controls.effective(site)).toBe(site);
    controls.apply({ switchedOff: ['cache'], candidatePercent: 0 });
    controls.apply(NO_CONTROLS);
    expect(controls.effective(site)).toBe(site);
  });

  it.each(KILL_SWITCHES)('switch off %s, and nothing else', (name) => {
    const controls = new SiteControls(new Map());
    controls.apply({ switchedOff: [name], candidatePercent: 0 });
    const left = controls.effective(site);
    const active = {
      rules: left.rules !== null,
      rule_releases: left.ruleChoice?.release === 'crs-4',
      application_packs: left.ruleChoice?.withPacks === true,
      bots: left.bots !== null,
      crawlers: left.crawlers !== null,
      ddos: left.ddosLevel !== 'none',
      rate_limits: left.rateLimit !== null && left.pathRateLimits.length > 0,
      geo: left.blockedCountries.size > 0,
      cache: left.cache !== null,
      compression: left.compression,
      upload_scan: left.uploadScan !== null,
      deception: left.deception !== null,
      leaked_passwords: left.leakedPasswords !== null,
    };
    expect(active).toEqual({
      ...Object.fromEntries(KILL_SWITCHES.map((each) => [each, true])),
      [name]: false,
    });
    expect([left.blocked, left.mode, left.origin]).toEqual([site.blocked, site.mode, site.origin]);
    expect(controls.effective(site)).toBe(left);
    // Owners' rules hold always; only a proof that nobody can give is not asked for.
    const own = left.customRules?.rules.map(({ name: rule }) => rule);
    expect(own).toEqual(name === 'bots' ? ['wall'] : ['wall', 'proof']);
  });

  it.each(ENGINE_SWITCHES)(
    'take %s from the rule sets that are in use, and nothing from the site',
    (name) => {
      const present = fakeRuleSet();
      const candidate = fakeRuleSet();
      const controls = new SiteControls(new Map([[null, { hash: 'c1', ruleSet: candidate }]]), [present]);
      controls.apply({ switchedOff: [name], candidatePercent: 0 });
      for (const { switches } of [present, candidate])
        expect(Object.entries(switches.inUse).filter(([, on]) => !on)).toEqual([
          [name.replace('engine_', ''), false],
        ]);
      expect(controls.effective(site)).toBe(site);
      controls.apply(NO_CONTROLS);
      expect(Object.values(present.switches.inUse)).not.toContain(false);
    },
  );

  it('name every accelerator of the engine', () => {
    expect(ENGINE_SWITCHES).toEqual(ACCELERATOR_NAMES.map((name) => `engine_${name}`));
  });

  it('give a share of sites the candidate rules, the same ones everywhere, and never fewer when the share rises', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `site-${index}`);
    const chosen = (percent: number) => ids.filter((id) => isChosen(id, percent));
    expect(chosen(0)).toEqual([]);
    expect(chosen(100)).toEqual(ids);
    expect(chosen(20).length).toBeGreaterThan(300);
    expect(chosen(20).length).toBeLessThan(500);
    expect(chosen(40)).toEqual(expect.arrayContaining(chosen(20)));
  });

  it('name the sites that are judged by the candidate', () => {
    const candidate = fakeRuleSet();
    const controls = new SiteControls(new Map([['crs-4', { hash: 'c1', ruleSet: candidate }]]));
    controls.apply({ switchedOff: [], candidatePercent: 100 });
    const seen = controls.effective(site);
    expect([seen.onCandidateRules, seen.rules === site.rules]).toEqual([true, false]);
    expect(seen.rules?.ruleSet).toBe(candidate);
    // One that takes another rule set's place says nothing of this site.
    const others = new SiteControls(new Map([[null, { hash: 'c1', ruleSet: candidate }]]));
    others.apply({ switchedOff: [], candidatePercent: 100 });
    expect(others.effective(site)).toMatchObject({ onCandidateRules: false, rules: site.rules });
    const off = compileSite(
      sampleSite({ policy: { ...sampleSite().policy!, managedRules: false } }),
      fakeRuleSet(),
    );
    expect(controls.effective(off)).toMatchObject({ onCandidateRules: false, rules: null });
    controls.apply({ switchedOff: ['rules'], candidatePercent: 100 });
    expect(controls.effective(site).rules).toBeNull();
  });

  it('give a site that has proved a candidate these rules, one that tries it both, and others none of it', () => {
    const candidate = fakeRuleSet();
    const controls = new SiteControls(new Map([['crs-4', { hash: 'c1', ruleSet: candidate }]]));
    const taking = (hash: string, isPromoted: boolean) =>
      controls.effective({ ...site, ruleRollout: { id: 'r-1', candidate: hash, isPromoted } });
    expect(controls.effective(site)).toBe(site);
    const shadowed = taking('c1', false);
    expect([shadowed.rules, shadowed.onCandidateRules]).toEqual([site.rules, false]);
    expect(shadowed.shadowRules?.ruleSet).toBe(candidate);
    const promoted = taking('c1', true);
    expect([promoted.rules?.ruleSet, promoted.onCandidateRules, promoted.shadowRules]).toEqual([
      candidate,
      true,
      null,
    ]);
    for (const isPromoted of [false, true])
      expect(taking('c2', isPromoted)).toMatchObject({ rules: site.rules, shadowRules: null });
    // Whoever takes a candidate back takes it from all.
    controls.apply({ switchedOff: [], candidatePercent: 0, candidatesTakenBack: true });
    for (const isPromoted of [false, true])
      expect(taking('c1', isPromoted)).toMatchObject({ rules: site.rules, shadowRules: null });
    for (const name of ['rules', 'rule_releases'] as const) {
      controls.apply({ switchedOff: [name], candidatePercent: 0 });
      expect(taking('c1', false).shadowRules).toBeNull();
    }
  });
});
