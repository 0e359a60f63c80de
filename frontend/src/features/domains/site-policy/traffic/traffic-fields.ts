import type { PolicyConfig } from '../../../../shared/api/types.ts';
import { fieldsResolver } from '../form/fields-resolver.ts';
import { TRAFFIC_FIELDS, type TrafficFieldName } from './traffic-names.ts';

/** Fields of the delivery form. */
export type TrafficFields = Pick<PolicyConfig, TrafficFieldName>;

export const trafficResolver = fieldsResolver(TRAFFIC_FIELDS);
