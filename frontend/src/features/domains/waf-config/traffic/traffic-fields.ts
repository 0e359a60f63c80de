import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { policyShape } from '../../../../entities/policy/site-policy.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { TRAFFIC_FIELDS, type TrafficFieldName } from './traffic-names.ts';

/** What the form of delivery to visitors holds. */
export type TrafficFields = Pick<PolicyConfig, TrafficFieldName>;

const shape = Object.fromEntries(TRAFFIC_FIELDS.map((name) => [name, policyShape[name]]));
export const trafficResolver = zodResolver(z.looseObject(shape)) as unknown as Resolver<TrafficFields>;
