import { z } from 'zod';

/** Maximum entries of one response, and of one request to settle them. */
export const MAX_FAILED_WORK = 100;
const MAX_ERROR_LENGTH = 500;

const kind = z.enum(['event', 'job']);
/** A topic or a queue. */
const place = z.string().min(1).max(100);
const id = z.string().min(1).max(200);
const error = z.string().max(MAX_ERROR_LENGTH);

const failedWorkSchema = z
  .object({
    kind,
    place,
    id,
    /** The type of the event, or the name of the job; empty where what came could not be read. */
    name: z.string().max(200),
    /** The event's own id. */
    event_id: z.string().max(200).nullable(),
    error,
    attempts: z.int().min(0),
    failed_at: z.iso.datetime(),
  })
  .meta({ id: 'FailedWork' });
export type FailedWork = z.infer<typeof failedWorkSchema>;

export const failedWorkListSchema = z
  .object({
    /** The oldest, oldest first. */
    items: z.array(failedWorkSchema).max(MAX_FAILED_WORK),
    /** How many there are in all; null: something does not answer. */
    total: z.int().min(0).nullable(),
    /** Topics and queues that could not be asked. */
    unreachable: z.array(place).max(100),
  })
  .meta({ id: 'FailedWorkList' });
export type FailedWorkList = z.infer<typeof failedWorkListSchema>;

export const failedWorkChoiceSchema = z
  .strictObject({ items: z.array(z.strictObject({ kind, place, id })).min(1).max(MAX_FAILED_WORK) })
  .meta({ id: 'FailedWorkChoice' });
export type FailedWorkChoice = z.infer<typeof failedWorkChoiceSchema>;
export type ChosenWork = FailedWorkChoice['items'][number];

export const settledWorkSchema = z
  .object({
    results: z
      .array(
        z.object({
          kind,
          place,
          id,
          /** gone: settled before, by somebody else perhaps; busy: somebody else is at it; left: there was no time for it. */
          outcome: z.enum(['done', 'failed', 'gone', 'busy', 'left']),
          /** Why it failed again. */
          error: error.nullable(),
        }),
      )
      .max(MAX_FAILED_WORK),
  })
  .meta({ id: 'SettledWork' });
export type SettledWork = z.infer<typeof settledWorkSchema>;

/** The error's message, truncated for display. */
export const shortError = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, MAX_ERROR_LENGTH);
