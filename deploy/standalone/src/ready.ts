import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalServerError } from '@palisade/local-servers';
import type { ChildSpec } from './supervisor.ts';

/** A small machine that is busy otherwise needs a minute; `npm start` says what it waits for meanwhile. */
const TIMEOUT_MS = 180_000;
const ANSWER_MS = 2_000;

/** Waits until every process says that it can do its work. */
export async function waitUntilReady(children: readonly ChildSpec[], logDirectory: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
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
        `Not ready after ${TIMEOUT_MS / 1000} s: ${names}. See ${logDirectory}.`,
      );
    }
    if (waiting.size > 0) await sleep(100);
  }
}

/**
 * Waits until the edge serves a site whose domain has just been verified: its configuration reaches the edge a moment after the
 * owner's call has been answered, and until then its visitors are told that there is no such site.
 */
export async function waitUntilServed(host: string, edgePort: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isServed(host, edgePort))) {
    if (Date.now() > deadline)
      throw new LocalServerError(
        'did_not_start',
        `The edge has not served ${host} after ${TIMEOUT_MS / 1000} s.`,
      );
    await sleep(100);
  }
}

const MISDIRECTED = 421;

async function isServed(host: string, port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const outgoing = request({ host: '127.0.0.1', port, headers: { host }, agent: false, signal });
  outgoing.end();
  try {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode !== MISDIRECTED;
  } catch {
    return false; // A worker that is just being replaced, or busy: it is asked again.
  }
}

async function answers(child: ChildSpec): Promise<boolean> {
  try {
    const response = await fetch(child.readyUrl, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // Not listening yet is the usual state of a process that has just begun.
  }
}
