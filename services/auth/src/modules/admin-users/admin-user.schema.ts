import { idSchema, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { signUpPasswordSchema } from '../passwords/password.schema.ts';
import { emailSchema, fullNameSchema, usernameSchema } from '../users/user.schema.ts';

export const userIdSchema = idSchema<UserId>();

/** An owner may have thousands of domains; the counts beside this list include all of them. */
export const DOMAINS_IN_LIST = 10;
export const DOMAINS_OF_ONE = 500;

export const adminUserSchema = z
  .object({
    id: userIdSchema,
    email: z.string(),
    username: z.string(),
    full_name: z.string(),
    plan: z.string(),
    plan_name: z.string(),
    is_admin: z.boolean(),
    is_active: z.boolean(),
    email_confirmed: z.boolean(),
    created_at: z.iso.datetime(),
    domain_count: z.int().nullable().describe('null while the domains service does not answer.'),
    domains: z
      .array(
        z.object({
          id: z.string(),
          domain_name: z.string(),
          is_active: z.boolean(),
          total_requests: z.int(),
          blocked_requests: z.int(),
        }),
      )
      .describe(
        `Of domain_count, the first ${DOMAINS_IN_LIST} by name where users are listed, ${DOMAINS_OF_ONE} of one user.`,
      ),
    total_requests: z.int().nullable(),
    blocked_requests: z.int().nullable(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUserView = z.infer<typeof adminUserSchema>;
export const adminUserListSchema = z.array(adminUserSchema).meta({ id: 'AdminUserList' });

const flag = z.enum(['true', 'false']);

export const adminUserQuerySchema = z.object({
  search: z.string().trim().max(200).optional().describe('Part of address, user name or full name.'),
  plan: z.string().max(50).optional(),
  is_admin: flag.optional(),
  is_active: flag.optional(),
  sort: z.enum(['created_at', 'email', 'username']).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: userIdSchema.optional().describe('Id of the last user of the page before; absent: the first page.'),
  page_size: z.coerce.number().int().min(1).max(200).default(50),
});
export type AdminUserQuery = z.infer<typeof adminUserQuerySchema>;

const planSchema = z.string().min(1).max(50);

export const adminUserCreateSchema = z
  .object({
    email: emailSchema,
    username: usernameSchema,
    password: signUpPasswordSchema,
    full_name: fullNameSchema.nullish(),
    plan: planSchema.nullish(),
    is_admin: z.boolean().nullish(),
  })
  .meta({ id: 'AdminUserCreate' });
export type AdminUserCreate = z.infer<typeof adminUserCreateSchema>;

export const adminUserUpdateSchema = z
  .object({
    email: emailSchema.optional(),
    username: usernameSchema.optional(),
    full_name: fullNameSchema.nullish(),
    password: z
      .union([z.literal(''), signUpPasswordSchema])
      .nullish()
      .describe('Empty or absent: unchanged.'),
    plan: planSchema.nullish(),
    ends_paid_time: z
      .boolean()
      .optional()
      .describe('Change the plan even if this ends paid time; otherwise that is refused (`ends_paid_time`).'),
    is_admin: z.boolean().optional(),
    is_active: z.boolean().optional(),
  })
  .meta({ id: 'AdminUserUpdate' });
export type AdminUserUpdate = z.infer<typeof adminUserUpdateSchema>;
