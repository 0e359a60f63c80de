import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { policyShape } from '../../../../entities/policy/site-policy.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';
import type { TrafficFieldName } from './traffic-names.ts';

/** What the form of delivery to visitors holds. */
export type TrafficFields = Pick<PolicyConfig, TrafficFieldName>;

const { redirects, header_rules } = policyShape;
export const trafficResolver = zodResolver(
  z.looseObject({ redirects, header_rules }),
) as unknown as Resolver<TrafficFields>;
