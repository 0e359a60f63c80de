import type { Entitlements, GatedFeature } from '@palisade/entitlements';
import type { Fields, ValuesOf } from './field.ts';
import type { KillSwitch } from './kill-switches.ts';

/** A validation error, with its path below the group's section. */
export interface Refusal {
  path: string;
  message: string;
}

/** A feature that a plan may lack, and where its absence is reported. */
export interface PlanGate<Values> {
  readonly feature: GatedFeature;
  readonly field: keyof Values & string;
  /** Whether a change switches it on; what was on before may stay. */
  readonly switchesOn: (stored: Values, wanted: Values) => boolean;
}

/** Fields of one protection or setting, with all that holds for them. */
export interface Group<Of extends Fields = Fields> {
  readonly section: 'originConfig' | 'policyConfig';
  readonly fields: Of;
  /** Null: the owner's word, which no operator's switch takes back. */
  readonly killSwitch: KillSwitch | null;
  readonly gate?: PlanGate<ValuesOf<Of>>;
  /** The effective values under a plan. Only removes, and is idempotent. */
  readonly underPlan?: (values: ValuesOf<Of>, plan: Entitlements) => ValuesOf<Of>;
  /** What a change requests beyond the plan, besides the gate. */
  readonly beyondPlan?: (stored: ValuesOf<Of>, wanted: ValuesOf<Of>, plan: Entitlements) => Refusal[];
}

export const group = <Of extends Fields>(facts: Group<Of>): Group<Of> => facts;

/** A gate whose switch is the field itself. */
export const switchGate = <Name extends string>(
  feature: GatedFeature,
  name: Name,
): PlanGate<Record<Name, boolean>> => ({
  feature,
  field: name,
  switchesOn: (stored, wanted) => wanted[name] && !stored[name],
});
