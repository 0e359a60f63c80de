import type { Entitlements } from '@palisade/entitlements';
import { upgradeText } from '@palisade/entitlements';
import * as z from 'zod/mini';
import {
  GROUPS,
  type OriginConfig,
  originFields,
  type PolicyConfig,
  policyFields,
  type SitePolicy,
} from './groups/index.ts';
import type { Field, Fields, ValuesOf } from './model/field.ts';
import type { Group, Refusal } from './model/group.ts';

type SchemasOf<Of extends Fields> = { [Name in keyof Of]: Of[Name]['schema'] };

function schemasOf<Of extends Fields>(fields: Of): SchemasOf<Of> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as SchemasOf<Of>;
}

/** Schemas of the API's fields. */
export const originShape = schemasOf(originFields);
export const policyShape = schemasOf(policyFields);

function defaultsOf<Of extends Fields>(fields: Of): ValuesOf<Of> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { default: value }]) => [name, structuredClone(value)]),
  ) as ValuesOf<Of>;
}

type OriginAddress = Pick<OriginConfig, 'origin_host' | 'origin_port' | 'origin_protocol'>;

/** What holds for a site before anything was saved. */
export const defaultSitePolicy = (origin: OriginAddress): SitePolicy => ({
  originConfig: {
    ...defaultsOf(originFields),
    origin_host: origin.origin_host,
    origin_port: origin.origin_port,
    origin_protocol: origin.origin_protocol,
    origin_use_tls: origin.origin_protocol === 'https',
  },
  policyConfig: defaultsOf(policyFields),
});

/** Each group reads the fields that it owns, and says nothing of others. */
const groups: readonly Group[] = Object.values(GROUPS) as readonly unknown[] as readonly Group[];

/** The part of a policy that takes effect under a plan; applied where a site is published, and once more by the edge. */
export function effectivePolicy(policy: PolicyConfig, plan: Entitlements): PolicyConfig {
  const values = { ...policy };
  for (const { underPlan } of groups) if (underPlan) Object.assign(values, underPlan(values, plan));
  return values;
}

/**
 * Features that this change switches on and the plan lacks. Features that were on before (from before a downgrade) stay
 * stored without effect, so that an unrelated save is never refused.
 */
export function beyondPlan(stored: PolicyConfig, wanted: PolicyConfig, plan: Entitlements): Refusal[] {
  const lacking = groups.flatMap(({ gate }): Refusal[] =>
    gate && !plan[gate.feature] && gate.switchesOn(stored, wanted)
      ? [{ path: gate.field, message: upgradeText(gate.feature) }]
      : [],
  );
  return [...lacking, ...groups.flatMap((group) => group.beyondPlan?.(stored, wanted, plan) ?? [])].map(
    ({ path, message }) => ({ path: `policyConfig.${path}`, message }),
  );
}

/** The validation error of a field's value; undefined if it is valid. */
export const problemOf = ({ schema }: Field, value: unknown): string | undefined =>
  z.safeParse(schema, value).error?.issues[0]?.message;
