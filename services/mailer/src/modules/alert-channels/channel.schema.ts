import { z } from 'zod';
import { requiredLine } from '../../http/http-fields.ts';
import { CHANNEL_KINDS, CHANNEL_TARGETS, type ChannelKind } from './channel-targets.schema.ts';
import { ALERT_STATES } from './formats/alert-message.ts';

const name = requiredLine(60, 'Name');

/** What each kind needs of it stands in `CHANNEL_TARGETS`; what it has no use for is refused there. */
const targetInput = z.record(z.string().max(40), z.string().max(2000)).meta({ id: 'AlertChannelTarget' });

export const channelCreateSchema = z
  .object({ name, kind: z.enum(CHANNEL_KINDS), target: targetInput.default({}) })
  .meta({ id: 'AlertChannelCreate' });
export type ChannelCreate = z.infer<typeof channelCreateSchema>;

/** What is absent stays as it is. A target is given whole. */
export const channelUpdateSchema = z
  .object({ name: name.optional(), is_active: z.boolean().optional(), target: targetInput.optional() })
  .meta({ id: 'AlertChannelUpdate' });
export type ChannelUpdate = z.infer<typeof channelUpdateSchema>;

/** A target as its kind has it, with each problem at its field. */
export const parseTarget = (kind: ChannelKind, target: Record<string, string>) =>
  CHANNEL_TARGETS[kind].strict().safeParse(target);

export const channelSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(CHANNEL_KINDS),
    /** A part of the target that tells it from others. */
    hint: z.string(),
    is_active: z.boolean(),
    /** Why it was switched off, where it was not its owner who did; null otherwise. */
    disabled_reason: z.enum(['gone']).nullable(),
    /** Until when a webhook is also signed with the secret before; null where it has one only. */
    previous_secret_until: z.iso.datetime().nullable(),
    last_delivery: z
      .object({ state: z.enum(['waiting', 'delivered', 'failed']), at: z.iso.datetime() })
      .nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AlertChannel' });
export type ChannelView = z.infer<typeof channelSchema>;

export const channelListSchema = z
  .object({ channels: z.array(channelSchema), max_channels: z.int() })
  .meta({ id: 'AlertChannelList' });

export const channelWithSecretSchema = z
  .object({
    channel: channelSchema,
    /** Signs a webhook's messages; shown this once. Null for other kinds. */
    secret: z.string().nullable(),
  })
  .meta({ id: 'AlertChannelWithSecret' });

export const deliverySchema = z
  .object({
    id: z.uuid(),
    message: z.enum(ALERT_STATES),
    rule_name: z.string(),
    summary: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    /** HTTP status of the last answer; null where there was none. */
    last_status: z.int().nullable(),
    /** Why the last attempt failed: a stable code; null where it did not. */
    last_error: z.string().nullable(),
    /** The beginning of the last answer. */
    last_answer: z.string(),
    duration_ms: z.int().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AlertDelivery' });
export type DeliveryView = z.infer<typeof deliverySchema>;

export const deliveryListSchema = z
  .object({ deliveries: z.array(deliverySchema) })
  .meta({ id: 'AlertDeliveryList' });
