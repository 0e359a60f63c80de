import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

export type Change = (policy: edgeV1.Policy) => void;

/** What changes can be about: rules that hold, paths and clients that come. */
export interface Subjects {
  ruleIds: readonly number[];
  targets: readonly string[];
  paths: readonly string[];
}

type Pick = <T>(of: readonly T[]) => T;

/** Kinds of changes that an owner can make, with values that concern the traffic. */
const KINDS: Readonly<Record<string, (subjects: Subjects, pick: Pick) => Change>> = {
  sensitivity: (_s, pick) => {
    const level = pick([1, 3]);
    return (policy) => {
      policy.paranoiaLevel = level;
    };
  },
  'a rule off': ({ ruleIds }, pick) => {
    const ruleId = pick(ruleIds);
    return (policy) => policy.exclusions.push(exclusion(String(ruleId)));
  },
  'a rule off for a target': ({ ruleIds, targets }, pick) => {
    const [ruleId, target] = [pick(ruleIds), pick(targets)];
    return (policy) => policy.exclusions.push(exclusion(String(ruleId), { target }));
  },
  'rules off for a path': ({ paths }, pick) => {
    const pathPrefix = pick(paths);
    return (policy) => policy.exclusions.push(exclusion('1-999999', { pathPrefix }));
  },
  'a rule that only logs': ({ ruleIds }, pick) => {
    const ruleId = pick(ruleIds);
    return (policy) =>
      policy.ruleAdjustments.push(create(edgeV1.RuleAdjustmentSchema, { ruleId, logOnly: true }));
  },
  'a score': ({ ruleIds }, pick) => {
    const ruleId = pick(ruleIds);
    return (policy) => policy.ruleAdjustments.push(create(edgeV1.RuleAdjustmentSchema, { ruleId, score: 1 }));
  },
  'a rule that blocks a path': ({ paths }, pick) => {
    const path = pick(paths);
    return (policy) =>
      policy.customRules.push(
        create(edgeV1.CustomRuleSchema, {
          id: 'block',
          name: 'block a path',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [pathBegins(path)],
        }),
      );
  },
  'a rule that skips the rules': ({ paths }, pick) => {
    const path = pick(paths);
    return (policy) =>
      policy.customRules.push(
        create(edgeV1.CustomRuleSchema, {
          id: 'skip',
          name: 'skip the rules',
          action: edgeV1.CustomRuleAction.SKIP,
          conditions: [pathBegins(path)],
          skips: [edgeV1.SkippedCheck.MANAGED_RULES],
        }),
      );
  },
  'log only': () => (policy) => {
    policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
  },
  'rules off': () => (policy) => {
    policy.managedRules = false;
  },
  'an address blocked': () => (policy) => {
    policy.blockedIps = ['127.0.0.0/8'];
  },
  'an address allowed': () => (policy) => {
    policy.allowedIps = ['127.0.0.1'];
    policy.allowedIpsSkipRules = true;
  },
};

/** @returns the kind of change, and a change of that kind */
export function randomChange(subjects: Subjects, random: () => number): { name: string; change: Change } {
  const pick: Pick = (of) => of[Math.floor(random() * of.length)]!;
  const [name, kind] = pick(Object.entries(KINDS));
  return { name, change: kind(subjects, pick) };
}

const exclusion = (
  ruleId: string,
  rest: { target?: string; pathPrefix?: string } = {},
): edgeV1.RuleExclusion =>
  create(edgeV1.RuleExclusionSchema, {
    name: 'an exception',
    by: { case: 'ruleId', value: ruleId },
    ...rest,
  });

const pathBegins = (path: string): edgeV1.CustomCondition =>
  create(edgeV1.CustomConditionSchema, {
    field: edgeV1.ConditionField.PATH,
    operator: edgeV1.ConditionOperator.STARTS_WITH,
    values: [path],
  });

/** The same numbers for the same seed (Lehmer). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
