import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { policyShape } from '../../../../entities/policy/site-policy.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { PRIVACY_FIELDS, type PrivacyFieldName } from '../privacy/privacy-names.ts';
import { TRAFFIC_FIELDS, type TrafficFieldName } from '../traffic/traffic-names.ts';

/** Fields of this form; rules, limits, redirects, pages and privacy have forms of their own. */
export type PolicyFields = Omit<
  PolicyConfig,
  'custom_rules' | 'rate_limit_rules' | 'rule_exclusions' | TrafficFieldName | PrivacyFieldName
>;

const elsewhere: ReadonlySet<string> = new Set([
  'custom_rules',
  'rate_limit_rules',
  'rule_exclusions',
  ...TRAFFIC_FIELDS,
  ...PRIVACY_FIELDS,
]);
const shape = Object.fromEntries(Object.entries(policyShape).filter(([name]) => !elsewhere.has(name)));
// Loose, since a newer service may send fields that this version does not know.
const schema = z.looseObject(shape);

/** The plan's maximum; undefined if rate limiting is not included. */
export interface LimitOfPlan {
  highest: number | null;
}

/** Validates by the policy's schema and the plan's maximum. A limit that does not apply keeps its stored value. */
export function policyResolver(
  stored: PolicyFields,
  limitOf: () => LimitOfPlan | undefined,
): Resolver<PolicyFields> {
  const plain = zodResolver(schema) as unknown as Resolver<PolicyFields>;
  return async (values, context, options) => {
    const limit = limitOf();
    const applies = limit !== undefined && values.enable_rate_limiting;
    const asked = applies ? values : { ...values, rate_limit_requests: stored.rate_limit_requests };
    const result = await plain(asked, context, options);
    const highest = limit?.highest ?? null;
    if (!applies || highest === null || !(asked.rate_limit_requests > highest)) return result;
    return {
      values: {},
      errors: {
        ...result.errors,
        rate_limit_requests: {
          type: 'plan',
          message: `Your plan allows up to ${highest} requests per minute`,
        },
      },
    };
  };
}
