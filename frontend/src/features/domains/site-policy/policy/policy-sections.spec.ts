import { policyShape } from '../../../../entities/policy/site-policy.ts';
import { PRIVACY_FIELDS } from '../privacy/privacy-names.ts';
import { TRAFFIC_FIELDS } from '../traffic/traffic-names.ts';
import { POLICY_SECTIONS, sectionState } from './policy-sections.ts';

it('has each field of the form in one section', () => {
  const elsewhere = new Set<string>([
    'custom_rules',
    'rate_limit_rules',
    'rule_exclusions',
    ...TRAFFIC_FIELDS,
    ...PRIVACY_FIELDS,
  ]);
  const ofForm = Object.keys(policyShape).filter((name) => !elsewhere.has(name));
  const named = POLICY_SECTIONS.flatMap(({ fields }): readonly string[] => fields);
  expect(named.toSorted()).toEqual(ofForm.toSorted());
});

it('says what of a section was changed and what is wrong with it', () => {
  const state = { dirtyFields: { blocked_ips: [true] }, errors: { allowed_ips: { message: 'no address' } } };
  expect(sectionState(['blocked_ips'], state)).toEqual({ changed: true, wrong: false });
  expect(sectionState(['blocked_ips', 'allowed_ips'], state)).toEqual({ changed: true, wrong: true });
  expect(sectionState(['mode'], state)).toEqual({ changed: false, wrong: false });
});
