import { toView } from '@palisade/entitlements';
import { entitlementsSchema } from '@palisade/entitlements/schema';
import { z } from 'zod';
import type { Plan } from './plan.entity.ts';
import { renderLines } from './plan-lines.ts';

const planFields = {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** Per month, in units of `currency`. */
  price: z.number(),
  /** ISO 4217; the same for all plans. */
  currency: z.string(),
  /** What is included (✓) or not (✗), one line each. */
  features: z.array(z.string()),
  entitlements: entitlementsSchema,
};

export const planSchema = z.object(planFields).meta({ id: 'Plan' });
export type PlanView = z.infer<typeof planSchema>;

export const adminPlanSchema = z
  .object({
    ...planFields,
    /** As written, with placeholders such as {domains}. */
    features: z.array(z.string()),
    rendered_features: z.array(z.string()),
    is_active: z.boolean(),
    /** Number of users with this plan. */
    user_count: z.int(),
  })
  .meta({ id: 'AdminPlan' });
export type AdminPlanView = z.infer<typeof adminPlanSchema>;

/** Control characters, such as line breaks, are not allowed in names, and the database rejects NUL. */
const isOneLine = (value: string): boolean => !/\p{Cc}/u.test(value);

const text = (max: number, name: string) =>
  z
    .string()
    .trim()
    .min(1, `${name} is required`)
    .max(max, `${name} takes at most ${max} characters`)
    .refine(isOneLine, `${name} takes plain text only`);

const PRICE = 'Price must be an amount of at least 0 with at most two decimals';

export const planCreateSchema = z
  .object({
    name: text(60, 'Name'),
    slug: text(40, 'Slug').regex(
      /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
      'Slug takes lower-case letters, digits and hyphens',
    ),
    price: z
      .number(PRICE)
      .min(0, PRICE)
      .max(100_000, PRICE)
      .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, PRICE),
    description: z
      .string()
      .trim()
      .max(500)
      .refine(isOneLine, 'Description takes plain text only')
      .default(''),
    /** Empty lines are dropped. */
    features: z
      .array(
        z
          .string()
          .max(200, 'A feature line takes at most 200 characters')
          .refine(isOneLine, 'A feature line takes plain text only'),
      )
      .max(50, 'A plan takes at most 50 feature lines')
      .overwrite((lines) => lines.map((line) => line.trim()).filter((line) => line !== ''))
      .default([]),
    is_active: z.boolean().default(true),
    /** Absent: those of the free plan. */
    entitlements: entitlementsSchema.optional(),
  })
  .meta({ id: 'PlanCreate' });
export type PlanCreate = z.infer<typeof planCreateSchema>;

/** Absent fields stay unchanged. */
export const planUpdateSchema = z
  .object({
    name: planCreateSchema.shape.name.optional(),
    slug: planCreateSchema.shape.slug.optional(),
    price: planCreateSchema.shape.price.optional(),
    description: planCreateSchema.shape.description.unwrap().optional(),
    features: planCreateSchema.shape.features.unwrap().optional(),
    is_active: z.boolean().optional(),
    entitlements: entitlementsSchema.partial().optional(),
  })
  .meta({ id: 'PlanUpdate' });
export type PlanUpdate = z.infer<typeof planUpdateSchema>;

export function toPlanView(plan: Plan, currency: string): PlanView {
  return {
    id: plan.id,
    slug: plan.slug,
    name: plan.name,
    description: plan.description,
    price: plan.priceCents / 100,
    currency,
    features: renderLines(plan.features, plan.entitlements),
    entitlements: toView(plan.entitlements),
  };
}

export function toAdminPlanView(plan: Plan, currency: string, userCount: number): AdminPlanView {
  const view = toPlanView(plan, currency);
  return {
    ...view,
    features: plan.features,
    rendered_features: view.features,
    is_active: plan.isActive,
    user_count: userCount,
  };
}
