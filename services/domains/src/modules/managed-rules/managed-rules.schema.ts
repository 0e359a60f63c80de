import { z } from 'zod';

export const managedRulesSchema = z
  .object({
    own_rules: z
      .boolean()
      .describe(
        'The operator runs rules of their own instead: both lists are empty, any rule or tag can be named.',
      ),
    families: z.array(
      z
        .object({
          tag: z.string().describe('Such as "family/sql-injection"; the `value` of an exclusion by tag.'),
          name: z.string(),
        })
        .meta({ id: 'RuleFamily' }),
    ),
    rules: z.array(
      z
        .object({
          id: z.int(),
          message: z.string(),
          family: z.string().describe('Tag of its family.'),
          paranoia_level: z
            .int()
            .describe('Sites of this sensitivity and above run it: 1 low, 2 medium, 3 high.'),
          severity: z.string().nullable(),
          targets: z
            .array(z.string())
            .describe('Its targets, such as "ARGS" or "REQUEST_HEADERS:User-Agent".'),
        })
        .meta({ id: 'ManagedRule' }),
    ),
  })
  .meta({ id: 'ManagedRules' });
export type ManagedRulesView = z.infer<typeof managedRulesSchema>;
