import { z } from 'zod';
import { ACTIONS } from '../records/actions.rules.ts';
import { THREATS } from '../records/threats.rules.ts';
import { STREAM_FORMATS } from './fields/record-fields.ts';
import { STREAM_KINDS, STREAM_TARGETS, type StreamKind } from './targets/stream-targets.schema.ts';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const ACTION_NAMES = [...new Set(Object.values(ACTIONS).map(({ name }) => name))];
const THREAT_NAMES = Object.values(THREATS).flatMap(({ name }) => (name === null ? [] : [name]));
const MAX_FILTERED = 30;

const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Name takes at most 60 characters')
  .refine((text) => !CONTROL.test(text), 'Name must be one line of text');
const format = z.enum(STREAM_FORMATS);
/** An empty list: all. */
const filter = z
  .object({
    actions: z.array(z.enum(ACTION_NAMES)).max(MAX_FILTERED).default([]),
    threats: z.array(z.enum(THREAT_NAMES)).max(MAX_FILTERED).default([]),
  })
  .meta({ id: 'LogStreamFilter' });
const samplePercent = z
  .number('Please enter a percentage')
  .min(0.01, 'At least 0.01 %')
  .max(100, 'At most 100 %');
/** `STREAM_TARGETS` says which fields each kind needs; others are refused there. */
const target = z.record(z.string().max(40), z.string().max(16_000)).meta({ id: 'LogStreamTarget' });

const shape = {
  name,
  kind: z.enum(STREAM_KINDS),
  target,
  format: format.default('raw'),
  filter: filter.prefault({}),
  sample_percent: samplePercent.default(100),
};

export const streamCreateSchema = z
  .object({
    /** Id or name of one of the account's domains. */
    domain: z.string().min(1).max(253),
    ...shape,
  })
  .meta({ id: 'LogStreamCreate' });
export type StreamCreate = z.infer<typeof streamCreateSchema>;

/** Of all sites of the installation. */
export const operatorStreamCreateSchema = z.object(shape).meta({ id: 'OperatorLogStreamCreate' });
export type OperatorStreamCreate = z.infer<typeof operatorStreamCreateSchema>;

/** Absent fields stay as they are. A target and a filter are replaced as a whole. */
export const streamUpdateSchema = z
  .object({
    name: name.optional(),
    is_active: z.boolean().optional(),
    target: target.optional(),
    format: format.optional(),
    filter: filter.optional(),
    sample_percent: samplePercent.optional(),
  })
  .meta({ id: 'LogStreamUpdate' });
export type StreamUpdate = z.infer<typeof streamUpdateSchema>;

/** A target validated for its kind, with each problem at its field. */
export const parseTarget = (kind: StreamKind, input: Record<string, string>) =>
  STREAM_TARGETS[kind].strict().safeParse(input);

export const STREAM_STATES = ['waiting', 'delivering', 'failing', 'paused'] as const;

export const streamSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Null: all sites. */
    domain: z.object({ id: z.string(), name: z.string() }).nullable(),
    kind: z.enum(STREAM_KINDS),
    /** A part of the target, to recognise it by. */
    hint: z.string(),
    format,
    filter: z.object({ actions: z.array(z.string()), threats: z.array(z.string()) }),
    sample_percent: z.number(),
    is_active: z.boolean(),
    /** Paused since the plan does not include it; it continues by itself once the plan does. */
    paused_by_plan: z.boolean(),
    /** Waiting: nothing was sent so far. Failing: the last attempt was not acknowledged, and will be retried. */
    state: z.enum(STREAM_STATES),
    /** Records that are stored and not sent, before filters and sampling. */
    waiting_records: z.int(),
    /** Age of the oldest of them; null where there is none. */
    lag_seconds: z.number().nullable(),
    delivered_records: z.int(),
    delivered_bytes: z.int(),
    /** Records that the target rejected for good, or that were dropped, as it was unavailable for longer than they are kept for it. */
    lost_records: z.int(),
    /** Number of consecutive failures. */
    failures: z.int(),
    /** Stable code of the last failure; null where the last attempt succeeded. */
    last_error: z.string().nullable(),
    /** HTTP status of the last refusal; null where there was none. */
    last_status: z.int().nullable(),
    /** The beginning of the last refusal. */
    last_answer: z.string(),
    last_failed_at: z.iso.datetime().nullable(),
    last_delivered_at: z.iso.datetime().nullable(),
    /** Until when requests are also signed with the previous secret; null without one. */
    previous_secret_until: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LogStream' });
export type StreamView = z.infer<typeof streamSchema>;

export const streamListSchema = z
  .object({ streams: z.array(streamSchema), max_streams: z.int() })
  .meta({ id: 'LogStreamList' });

export const streamWithSecretSchema = z
  .object({
    stream: streamSchema,
    /** Signs HTTP requests; shown only once. Null for other kinds. */
    secret: z.string().nullable(),
  })
  .meta({ id: 'LogStreamWithSecret' });

export const streamTestSchema = z
  .object({
    accepted: z.boolean(),
    /** Stable code of the failure; null on success. */
    error: z.string().nullable(),
    status: z.int().nullable(),
    answer: z.string(),
    duration_ms: z.number(),
  })
  .meta({ id: 'LogStreamTest' });
export type StreamTestView = z.infer<typeof streamTestSchema>;
