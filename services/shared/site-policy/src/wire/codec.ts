import type { MessageInitShape } from '@bufbuild/protobuf';
import type { edgeV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { originFields, policyFields, type SitePolicy } from '../groups/index.ts';
import { effectivePolicy } from '../site-policy.ts';
import { customRulesPart } from './custom-rules.ts';
import { ownPagesPart } from './own-pages.ts';
import type { Part, Values } from './part.ts';
import {
  ddosPart,
  healthCheckPart,
  moreOriginsPart,
  pathRateLimitsPart,
  protocolPart,
  uploadsPart,
} from './parts.ts';
import { putAt, type Tree, valueAt } from './place.ts';
import { plainCodec } from './plain-fields.ts';
import { rateLimitRulesPart } from './rate-limit-rules.ts';
import { ruleExclusionsPart } from './rule-exclusions.ts';
import { applicationPacksPart, ruleAdjustmentsPart, rulesReleasePart } from './rule-set.ts';
import { headerRulesPart, redirectsPart } from './traffic-rules.ts';

/** Every field stands one to one in the document or belongs to one of these. */
export const PARTS: readonly Part[] = [
  protocolPart,
  moreOriginsPart,
  healthCheckPart,
  pathRateLimitsPart,
  rateLimitRulesPart,
  ddosPart,
  uploadsPart,
  customRulesPart,
  ruleExclusionsPart,
  rulesReleasePart,
  ruleAdjustmentsPart,
  applicationPacksPart,
  redirectsPart,
  headerRulesPart,
  ownPagesPart,
];

export const PLAIN = Object.entries({ ...originFields, ...policyFields })
  .map(([name, field]) => plainCodec(name, field))
  .filter((codec) => codec !== null);

type Sections = Pick<
  Exclude<MessageInitShape<typeof edgeV1.SiteConfigSchema>, edgeV1.SiteConfig>,
  'origin' | 'loadBalancing' | 'policy' | 'delivery'
>;

/** A configuration as the sections of the signed document; what has expired by `nowMs` is left out. */
export function encodeSitePolicy({ originConfig, policyConfig }: SitePolicy, nowMs: number): Sections {
  const values: Values & Tree = { ...originConfig, ...policyConfig };
  const sections: Tree = {};
  for (const { name, place, encode } of PLAIN) putAt(sections, place, encode(values[name]));
  for (const { encode } of PARTS)
    for (const [place, member] of Object.entries(encode(values, nowMs))) putAt(sections, place, member);
  return sections;
}

/** Values that the edge reads by name; custom rules and exclusions are compiled from the document itself. */
export type SiteSettings = Omit<Values, 'custom_rules' | 'rule_exclusions'>;

/** The settings of a valid document; a field that it is too old for has its default. */
export function decodeSettings(config: edgeV1.SiteConfig): Readonly<SiteSettings> {
  const plain = PLAIN.map(({ name, place, decode }) => [name, decode(valueAt(config, place))]);
  const { health_check } = originFields;
  return Object.assign(
    { health_check: health_check.default },
    Object.fromEntries(plain),
    ...PARTS.map(({ decode }) => decode(config)),
  ) as SiteSettings;
}

/** The edge's guard: whatever the document says, nothing beyond the plan that it names. */
export function settingsUnderPlan(config: edgeV1.SiteConfig, plan: Entitlements): Readonly<SiteSettings> {
  const settings = decodeSettings(config);
  return { ...settings, ...effectivePolicy({ ...settings, custom_rules: [], rule_exclusions: [] }, plan) };
}

interface Shape {
  [name: string]: Shape | z.ZodMiniType;
}

function objectOf(shape: Shape): z.ZodMiniType {
  const members = Object.entries(shape).map(([name, member]): [string, z.ZodMiniType] => [
    name,
    member instanceof z.ZodMiniType ? member : z.optional(objectOf(member)),
  ]);
  return z.object(Object.fromEntries(members));
}

/** Schemas of the edge, by section; older documents may lack parts of a section. */
function sectionSchemas(): Readonly<Record<string, z.ZodMiniType>> {
  const root: Tree = {};
  for (const { place, schema } of PLAIN) putAt(root, place, schema);
  for (const { schemas } of PARTS)
    for (const [place, schema] of Object.entries(schemas)) putAt(root, place, schema);
  const { loadBalancing, ...sections } = root as Record<string, Shape>;
  return {
    ...Object.fromEntries(Object.entries(sections).map(([name, shape]) => [name, objectOf(shape)])),
    loadBalancing: z.optional(objectOf(loadBalancing!)),
  };
}

export const WIRE_SECTIONS = sectionSchemas();
