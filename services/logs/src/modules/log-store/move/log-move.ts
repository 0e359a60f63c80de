import { type Compared, MoveMarks } from './move-marks.ts';
import type { MoveParts } from './move-parts.types.ts';
import { MoveToClickhouse } from './move-to-clickhouse.ts';
import { MoveToPostgres } from './move-to-postgres.ts';

export const LOG_STORES = ['clickhouse', 'postgresql'] as const;
export type LogStoreName = (typeof LOG_STORES)[number];

/**
 * Moves request logs and their facets into the store that the service now writes to. May be interrupted at any point;
 * the next call continues, also in the other direction.
 *
 * @param accept completes the move although counts differ
 */
export async function moveLogs(parts: MoveParts, to: LogStoreName, accept: boolean): Promise<Compared> {
  const marks = new MoveMarks(parts);
  if (!(await marks.isBegun())) await marks.begin();
  const back = new MoveToPostgres(parts);
  if (to === 'postgresql') await back.run();
  else {
    await back.finish();
    await new MoveToClickhouse(parts).run();
  }
  const compared = await marks.compare(Date.now());
  if (compared.differences.length === 0 || accept) await marks.end();
  return compared;
}
