import { applyUpdate, defaultSitePolicy } from '@palisade/site-policy';
import { changedFields } from './changed-fields.rules.ts';

const stored = defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' });

it('are those of a whole configuration that are not as they were', () => {
  const whole = {
    originConfig: { ...stored.originConfig, origin_port: 8080 },
    policyConfig: { ...stored.policyConfig, waf_sensitivity: 'high' as const },
  };
  const next = applyUpdate(stored, whole);
  expect(changedFields(stored, next, next)).toEqual({
    originConfig: { origin_port: 8080 },
    policyConfig: { waf_sensitivity: 'high' },
  });
  expect(changedFields(stored, next, stored)).toEqual({
    originConfig: { origin_port: 80 },
    policyConfig: { waf_sensitivity: 'medium' },
  });
  expect(changedFields(stored, stored, stored)).toEqual({});
});
