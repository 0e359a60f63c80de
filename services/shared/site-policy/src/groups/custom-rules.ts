import { cheapestPlanWith, type Entitlements } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group, type Refusal } from '../model/group.ts';
import { byId, ID_TWICE, namedOnce } from '../model/list-entries.ts';
import { refuse } from '../model/refuse.ts';
import { ACTION_PARTS, actionShape, CUSTOM_RULE_ACTIONS, PART_NAMES, partOf } from './custom-rule-actions.ts';
import { conditionSchema } from './custom-rule-conditions.ts';
import { listsBeyondPlan, listsNamedBy } from './listed-conditions.ts';
import { refuseTooLate } from './rule-times.ts';

export const CUSTOM_RULE_LIMITS = {
  rules: 500,
  name: 100,
  conditions: 10,
  /** Further groups of conditions. */
  alternatives: 9,
  /** Of all custom rules of a site together. */
  values: 10_000,
  /** The same of regular expressions: the costliest that is accepted takes some 10 ms to compile. */
  patterns: 100,
  /** Header changes of all rules together. */
  headers: 100,
  /**
   * Of values and actions' properties. Bounded so that two hundred versions of a configuration can be searched at once.
   */
  characters: 200_000,
} as const;

export const SKIPPED_CHECKS = ['managed_rules', 'bot_protection', 'rate_limiting'] as const;

export const customRuleSchema = z
  .object({
    id: z
      .uuid()
      .check(z.describe('Chosen by the client; does not change. Appears in the log as `custom:<id>`.')),
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a name'),
        z.maxLength(CUSTOM_RULE_LIMITS.name, 'This name is too long'),
      ),
    enabled: z.boolean().check(z.describe('Only enabled rules apply and count towards the plan’s limit.')),
    action: z
      .enum(CUSTOM_RULE_ACTIONS)
      .check(
        z.describe(
          'After `log`, `rewrite`, `change_headers` and `add_to_list` the following rules are evaluated; the other actions end the evaluation. All except `block`, `challenge`, `log` and `skip` have a member with their details.',
        ),
      ),
    skip: z
      .array(z.enum(SKIPPED_CHECKS))
      .check(
        z.maxLength(SKIPPED_CHECKS.length, 'Please name each check once'),
        z.describe('What `skip` leaves out; empty for other actions.'),
      ),
    conditions: z
      .array(conditionSchema)
      .check(
        z.minLength(1, 'Please add at least one condition'),
        z.maxLength(CUSTOM_RULE_LIMITS.conditions, `At most ${CUSTOM_RULE_LIMITS.conditions} conditions`),
        z.describe('All of them must hold.'),
      ),
    alternatives: z.optional(
      z
        .array(
          z
            .array(conditionSchema)
            .check(
              z.minLength(1, 'Please add at least one condition'),
              z.maxLength(
                CUSTOM_RULE_LIMITS.conditions,
                `At most ${CUSTOM_RULE_LIMITS.conditions} conditions`,
              ),
            ),
        )
        .check(
          z.maxLength(
            CUSTOM_RULE_LIMITS.alternatives,
            `At most ${CUSTOM_RULE_LIMITS.alternatives} alternatives`,
          ),
          z.describe(
            'Further groups of conditions. The rule also applies if all conditions of one group hold.',
          ),
        ),
    ),
    ...actionShape,
  })
  .check(
    refuseOtherParts,
    refuseTooLate,
    z.refine(({ action, skip }) => (action === 'skip') === skip.length > 0, {
      path: ['skip'],
      error: 'Please choose what the rule skips',
    }),
  )
  .register(z.globalRegistry, { id: 'CustomRule' });
export type CustomRule = z.infer<typeof customRuleSchema>;
type CustomRuleParts = { action: (typeof CUSTOM_RULE_ACTIONS)[number] } & {
  [Part in keyof typeof actionShape]?: unknown;
};

const PART_MISSING: Readonly<Record<(typeof PART_NAMES)[number], string>> = {
  redirect: 'Please enter where the rule leads',
  page: 'Please enter the page',
  rewrite: 'Please enter the paths',
  headers: 'Please add at least one header',
  listing: 'Please choose a list',
};

function refuseOtherParts(context: z.core.ParsePayload<CustomRuleParts>): void {
  const rule = context.value;
  const own = partOf(rule.action);
  for (const part of PART_NAMES) {
    if ((rule[part] !== undefined) === (part === own)) continue;
    refuse(context, part === own ? PART_MISSING[part] : `This belongs to rules that ${NAMES[part]}`, [part]);
  }
}

const NAMES = Object.fromEntries(
  Object.entries(ACTION_PARTS).map(([action, part]) => [part, action.replaceAll('_', ' ')]),
) as Readonly<Record<(typeof PART_NAMES)[number], string>>;

/** The rule holds where all conditions of one group do. */
export const groupsOf = ({
  conditions,
  alternatives = [],
}: Pick<CustomRule, 'conditions' | 'alternatives'>): CustomRule['conditions'][] => [
  conditions,
  ...alternatives,
];

function refuseTooMuch(context: z.core.ParsePayload<CustomRule[]>): void {
  const limits = CUSTOM_RULE_LIMITS;
  const tooMany = (most: number, what: string) =>
    refuse(context, `The rules of a domain take at most ${most.toLocaleString('en')} ${what} together`);
  const conditions = context.value.flatMap((rule) => groupsOf(rule).flat());
  const values = conditions.flatMap((condition) => condition.values);
  const patterns = conditions.flatMap(({ operator, values }) => (operator === 'matches' ? values : []));
  const headers = context.value.flatMap((rule) => rule.headers ?? []);
  const taken = [...values, ...context.value.flatMap(textsOfAction)];
  if (values.length > limits.values) tooMany(limits.values, 'values');
  if (patterns.length > limits.patterns) tooMany(limits.patterns, 'regular expressions');
  if (headers.length > limits.headers) tooMany(limits.headers, 'changes of headers');
  if (taken.reduce((sum, { length }) => sum + length, 0) > limits.characters)
    tooMany(limits.characters, 'characters');
}

/** An action's texts of free length. */
const textsOfAction = ({ redirect, page, rewrite, headers = [] }: CustomRule): string[] => [
  ...(redirect ? [redirect.to] : []),
  ...(page ? [page.html] : []),
  ...(rewrite ? [rewrite.from, rewrite.to] : []),
  ...headers.flatMap(({ name, value }) => [name, value]),
];

interface CustomRules {
  custom_rules: CustomRule[];
}

export const customRules = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    custom_rules: field<CustomRule[]>({
      label: 'Custom rules',
      default: [],
      schema: z
        .array(customRuleSchema)
        .check(
          z.maxLength(
            CUSTOM_RULE_LIMITS.rules,
            `A domain has at most ${CUSTOM_RULE_LIMITS.rules} custom rules`,
          ),
          z.refine(namedOnce, ID_TWICE),
          refuseTooMuch,
          z.describe('In order of evaluation.'),
        ),
      wire: null,
    }),
  },
  underPlan: ({ custom_rules }, plan) => ({
    custom_rules: includedRules(
      custom_rules.filter(({ enabled }) => enabled),
      (rule) => [
        ...(rule.action === 'challenge' ? (['botProtection'] as const) : []),
        ...(listsNamedBy(rule).length > 0 ? (['ipManagement'] as const) : []),
      ],
      plan,
    ),
  }),
  beyondPlan: (stored, wanted, plan) => [
    ...challengesBeyond(stored, wanted, plan),
    ...listsBeyondPlan('custom_rules', stored.custom_rules, wanted.custom_rules, plan),
    ...rulesBeyond(stored, wanted, plan),
  ],
});

/** What single rules may need of a plan: challenges bot protection, lists of addresses their management. */
type RuleNeed = 'botProtection' | 'ipManagement';

/** Without rules that need what the plan does not have, and without those behind the last that it includes. */
export function includedRules<Rule>(
  rules: readonly Rule[],
  needsOf: (rule: Rule) => readonly RuleNeed[],
  plan: Pick<Entitlements, RuleNeed | 'maxCustomRules'>,
): Rule[] {
  return rules
    .filter((rule) => needsOf(rule).every((need) => plan[need]))
    .slice(0, plan.maxCustomRules ?? undefined);
}

/** Too many are refused only where one is switched on: fewer of too many, or others of them, can always be saved. */
function rulesBeyond(stored: CustomRules, wanted: CustomRules, plan: Entitlements): Refusal[] {
  const most = plan.maxCustomRules;
  if (most === null || wanted.custom_rules.filter(({ enabled }) => enabled).length <= most) return [];
  const before = byId(stored.custom_rules);
  if (!wanted.custom_rules.some(({ id, enabled }) => enabled && before.get(id)?.enabled !== true)) return [];
  const rules = most === 1 ? '1 custom rule' : `${most} custom rules`;
  const message = `Upgrade required: your plan includes ${rules} for each domain. Upgrade your plan, or switch another rule off.`;
  return [{ path: 'custom_rules', message }];
}

function challengesBeyond(stored: CustomRules, wanted: CustomRules, plan: Entitlements): Refusal[] {
  if (plan.botProtection) return [];
  const before = byId(stored.custom_rules);
  return wanted.custom_rules.flatMap((rule, index) => {
    const known = before.get(rule.id);
    if (!challenges(rule) || (known !== undefined && challenges(known))) return [];
    const message = `Upgrade required: Custom rules that challenge are available from ${cheapestPlanWith('botProtection')} plan.`;
    return [{ path: `custom_rules.${index}.action`, message }];
  });
}

const challenges = ({ enabled, action }: CustomRule): boolean => enabled && action === 'challenge';
