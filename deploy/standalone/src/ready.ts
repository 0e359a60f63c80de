import { setTimeout as sleep } from 'node:timers/promises';
import { LocalServerError } from '@palisade/local-servers';
import type { ChildSpec } from './supervisor.ts';

/** A small machine that is busy otherwise needs a minute; `npm start` says what it waits for meanwhile. */
const PATIENCE = 180_000;

/** Waits until every process says that it can do its work. */
export async function waitUntilReady(children: readonly ChildSpec[], logDirectory: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  const waiting = new Map(children.map((child) => [child.name, child]));
  while (waiting.size > 0) {
    const ready = await Promise.all(
      [...waiting.values()].map(async (child) => [child.name, await answers(child)] as const),
    );
    for (const [name, ok] of ready) if (ok) waiting.delete(name);
    if (waiting.size > 0 && Date.now() > deadline) {
      const names = [...waiting.keys()].join(', ');
      throw new LocalServerError(
        'did_not_start',
        `Not ready after ${PATIENCE / 1000} s: ${names}. See ${logDirectory}.`,
      );
    }
    if (waiting.size > 0) await sleep(100);
  }
}

async function answers(child: ChildSpec): Promise<boolean> {
  try {
    const response = await fetch(child.readyUrl, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // Not listening yet is the usual state of a process that has just begun.
  }
}
