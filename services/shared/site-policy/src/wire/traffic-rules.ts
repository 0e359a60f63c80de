import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import { HEADER_RULE_LIMITS, type HeaderRule } from '../groups/header-rules.ts';
import { REDIRECT_LIMITS, REDIRECT_STATUSES, type Redirect } from '../groups/redirects.ts';
import { wirePathSchema } from '../model/paths.ts';
import { inverse, type Part } from './part.ts';

export const isRedirectStatus = (status: number): status is Redirect['status'] =>
  (REDIRECT_STATUSES as readonly number[]).includes(status);
export const oneLine = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\x20-\x7e]*$/));

export const redirectsPart: Part = {
  fields: ['redirects'],
  schemas: {
    'policy.redirects': z
      .array(
        z.object({
          from: wirePathSchema,
          to: oneLine(REDIRECT_LIMITS.target).check(z.minLength(1)),
          status: z.int().check(z.refine(isRedirectStatus, 'is no redirect')),
          keepQuery: z.boolean(),
        }),
      )
      .check(z.maxLength(REDIRECT_LIMITS.redirects)),
  },
  encode: ({ redirects }) => ({
    'policy.redirects': redirects.map(({ from, to, status, keep_query: keepQuery }) => ({
      from,
      to,
      status,
      keepQuery,
    })),
  }),
  decode: ({ policy }) => ({
    redirects: (policy?.redirects ?? []).map(({ from, to, status, keepQuery }) => ({
      from,
      to,
      // Checked by then.
      status: status as Redirect['status'],
      keep_query: keepQuery,
    })),
  }),
};

const OPERATIONS = {
  set: edgeV1.HeaderOperation.SET,
  append: edgeV1.HeaderOperation.APPEND,
  remove: edgeV1.HeaderOperation.REMOVE,
} as const satisfies Record<HeaderRule['operation'], edgeV1.HeaderOperation>;
const OPERATION_WORDS = inverse<HeaderRule['operation'], edgeV1.HeaderOperation>(OPERATIONS);

/** One rule as the edge takes it. */
export const wireHeaderRuleSchema = z.object({
  ofResponse: z.boolean(),
  operation: z
    .enum(edgeV1.HeaderOperation)
    .check(z.refine((code) => OPERATION_WORDS.has(code), 'is not specified')),
  name: oneLine(HEADER_RULE_LIMITS.name).check(z.minLength(1)),
  value: oneLine(HEADER_RULE_LIMITS.value),
});

export const encodeHeaderRule = ({ target, operation, name, value }: HeaderRule) => ({
  ofResponse: target === 'response',
  operation: OPERATIONS[operation],
  name,
  value,
});

export const decodeHeaderRule = ({
  ofResponse,
  operation,
  name,
  value,
}: Pick<edgeV1.HeaderRule, 'ofResponse' | 'operation' | 'name' | 'value'>): HeaderRule => ({
  target: ofResponse ? 'response' : 'request',
  operation: OPERATION_WORDS.get(operation) ?? 'remove',
  name,
  value,
});

export const headerRulesPart: Part = {
  fields: ['header_rules'],
  schemas: {
    'policy.headerRules': z.array(wireHeaderRuleSchema).check(z.maxLength(HEADER_RULE_LIMITS.rules)),
  },
  encode: ({ header_rules: rules }) => ({ 'policy.headerRules': rules.map(encodeHeaderRule) }),
  decode: ({ policy }) => ({ header_rules: (policy?.headerRules ?? []).map(decodeHeaderRule) }),
};
