import { z } from 'zod';
import { requiredLine } from '../../http/http-fields.ts';
import { CHANNEL_KINDS, CHANNEL_TARGETS, type ChannelKind } from './channel-targets.schema.ts';
import { ALERT_STATES } from './formats/alert-message.ts';

const name = requiredLine(60, 'Name');

/** `CHANNEL_TARGETS` says which fields each kind needs; others are refused there. */
const targetInput = z.record(z.string().max(40), z.string().max(2000)).meta({ id: 'AlertChannelTarget' });

export const channelCreateSchema = z
  .object({ name, kind: z.enum(CHANNEL_KINDS), target: targetInput.default({}) })
  .meta({ id: 'AlertChannelCreate' });
export type ChannelCreate = z.infer<typeof channelCreateSchema>;

/** Absent fields stay as they are. A target is replaced as a whole. */
export const channelUpdateSchema = z
  .object({ name: name.optional(), is_active: z.boolean().optional(), target: targetInput.optional() })
  .meta({ id: 'AlertChannelUpdate' });
export type ChannelUpdate = z.infer<typeof channelUpdateSchema>;

/** A target validated for its kind, with each problem at its field. */
export const parseTarget = (kind: ChannelKind, target: Record<string, string>) =>
  CHANNEL_TARGETS[kind].strict().safeParse(target);

export const channelSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(CHANNEL_KINDS),
    /** A part of the target, to recognise it by. */
    hint: z.string(),
    is_active: z.boolean(),
    /** Why it was switched off, if not by its owner; otherwise null. */
    disabled_reason: z.enum(['gone']).nullable(),
    /** Until when messages are also signed with the previous secret; null without one. */
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
    /** Signs a webhook's messages; shown only once. Null for other kinds. */
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
    /** HTTP status of the last response; null where there was none. */
    last_status: z.int().nullable(),
    /** Stable code of the last failure; null where the last attempt succeeded. */
    last_error: z.string().nullable(),
    /** The beginning of the last response. */
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
