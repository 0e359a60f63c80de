import { EXCLUSION_LIMITS, PATH_INVALID } from '../../../../entities/policy/site-policy.ts';
import type { ManagedRules, RuleExclusion } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';

const exclusion = z.object({
  id: z.string(),
  by: z.enum(['rule_id', 'tag']),
  value: z.string().check(z.trim(), z.minLength(1, 'Please choose a rule')),
  target: z.string().check(z.trim(), z.maxLength(EXCLUSION_LIMITS.target, 'This field is too long')),
  path_prefix: z.string().check(
    z.trim(),
    z.maxLength(EXCLUSION_LIMITS.path, 'This path is too long'),
    z.refine((path) => path === '' || path.startsWith('/'), PATH_INVALID),
  ),
  note: z.string().check(z.trim(), z.maxLength(EXCLUSION_LIMITS.note, 'This note is too long')),
  expires_at: z.nullable(z.string()),
});

export const exclusionSchema = exclusion.check(
  z.refine(({ by, value }) => by !== 'rule_id' || value === '' || /^\d{1,10}$/.test(value), {
    path: ['value'],
    error: 'Enter a rule number, such as 1002',
  }),
);

/** Targets of the chosen rules, to choose from; for a family, those of all its rules. */
export function targetsOf(
  { rules }: Pick<ManagedRules, 'rules'>,
  { by, value }: Pick<RuleExclusion, 'by' | 'value'>,
): string[] {
  const chosen = rules.filter(({ id, family }) =>
    by === 'rule_id' ? String(id) === value : family === value,
  );
  return [...new Set(chosen.flatMap(({ targets }) => targets))];
}
