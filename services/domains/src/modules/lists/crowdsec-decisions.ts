import { z } from 'zod';

/** Other scopes, and decisions that are no bans, cannot be used in a list. */
const SCOPES: ReadonlySet<string> = new Set(['ip', 'range']);
const BAN = 'ban';

const decisionSchema = z.object({
  scope: z.string(),
  type: z.string(),
  value: z.string(),
  simulated: z.boolean().optional(),
});
/** With `startup=true`, `new` has all current decisions, and `deleted` is irrelevant. */
const streamSchema = z.object({ new: z.array(decisionSchema).nullish(), deleted: z.unknown() });

/**
 * Converts CrowdSec's answer to `GET /v1/decisions/stream?startup=true` into lines of addresses; null: not such an
 * answer.
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
