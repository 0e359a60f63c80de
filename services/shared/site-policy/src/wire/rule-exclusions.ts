import * as z from 'zod/mini';
import { EXCLUSION_LIMITS, hasExpired } from '../groups/rule-exclusions.ts';
import type { Part } from './part.ts';

const text = (max: number) => z.string().check(z.maxLength(max));

const wireExclusionSchema = z.object({
  name: text(200),
  by: z.discriminatedUnion('case', [
    z.object({
      case: z.literal('ruleId'),
      value: z.string().check(z.regex(/^\d{1,10}(?:-\d{1,10})?$/)),
    }),
    z.object({
      case: z.literal('tag'),
      value: z.string().check(z.minLength(1), z.maxLength(EXCLUSION_LIMITS.value)),
    }),
  ]),
  target: text(500),
  pathPrefix: text(2_000),
});

/** The edge gets those that have not expired, without what only their owner reads. */
export const ruleExclusionsPart: Part = {
  fields: ['rule_exclusions'],
  schemas: {
    // More than owners can save; documents of earlier versions may have as many.
    'policy.exclusions': z.array(wireExclusionSchema).check(z.maxLength(1_000)),
  },
  encode: ({ rule_exclusions: exclusions }, nowMs) => ({
    'policy.exclusions': exclusions
      .filter((exclusion) => !hasExpired(exclusion, nowMs))
      .map(({ id, by, value, target, path_prefix }) => ({
        name: id,
        by: { case: by === 'tag' ? ('tag' as const) : ('ruleId' as const), value },
        target,
        pathPrefix: path_prefix,
      })),
  }),
  // The edge compiles them from the document itself.
  decode: () => ({}),
};
