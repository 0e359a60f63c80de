import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { historyBegin, historyLines, type SiteIds } from './sample-history.ts';

/** Name of the edge node in log records of invented requests. */
export const SAMPLE_DATA = 'sample data';

/**
 * Has the log service's own command import what is missing of the last days.
 * @param environment of the log service
 */
export async function importHistory(
  root: string,
  environment: NodeJS.ProcessEnv,
  ids: SiteIds,
  onStart: (child: ChildProcess) => void,
): Promise<{ imported: number }> {
  const nowMs = Date.now();
  const domains = Object.values(ids).flatMap((id) => ['--domain', id]);
  const since = new Date(historyBegin(nowMs)).toISOString();
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'services/logs/dist/modules/import/tools/import-records.js'),
      ...['--source', SAMPLE_DATA, '--since', since, ...domains],
    ],
    { env: environment, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onStart(child);
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await answers.next();
  if (first.done !== true) {
    const { taken } = JSON.parse(first.value) as { taken: Record<string, number[]> };
    const hours = Object.fromEntries(Object.entries(taken).map(([id, list]) => [id, new Set(list)]));
    await pipeline(Readable.from(textOf(historyLines(ids, hours, nowMs))), child.stdin);
  }
  const last = await answers.next();
  const [code] = await closed;
  if (code !== 0 || last.done === true) throw new Error(`the import of the history ended with ${code}`);
  return JSON.parse(last.value) as { imported: number };
}

/** In pieces of some size: a write a line would cost more than the lines do. */
function* textOf(lines: Iterable<object>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length > 65_536) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}
