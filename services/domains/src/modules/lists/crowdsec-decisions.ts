import { z } from 'zod';

/** Decisions on anything but addresses and networks, and such that are no bans, are of no use to a list. */
const SCOPES: ReadonlySet<string> = new Set(['ip', 'range']);
const BAN = 'ban';

const decisionSchema = z.object({
  scope: z.string(),
  type: z.string(),
  value: z.string(),
  simulated: z.boolean().optional(),
});
/** With `startup=true`, `new` has all decisions that hold, and those in `deleted` do not hold any more. */
const streamSchema = z.object({ new: z.array(decisionSchema).nullish(), deleted: z.unknown() });

/**
 * Bans as lines of addresses, from what CrowdSec's local API answers to `GET /v1/decisions/stream?startup=true`; null: it is
 * no such answer.
 */
export function bansAsText(answer: Uint8Array): Uint8Array | null {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(answer.buffer, answer.byteOffset, answer.length).toString());
  } catch {
    return null;
  }
  const stream = streamSchema.safeParse(json);
  if (!stream.success) return null;
  const values = (stream.data.new ?? [])
    .filter(
      ({ scope, type, simulated }) => SCOPES.has(scope.toLowerCase()) && type === BAN && simulated !== true,
    )
    .map(({ value }) => value);
  return Buffer.from(values.join('\n'));
}
