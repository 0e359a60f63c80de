import type { Deadline, Deadlines } from '../io/deadlines.ts';
import { type Holder, shareKeyOf } from '../io/shares/holder.ts';
import { OriginError } from './origin-error.ts';

export const MAX_WAITING_PER_ORIGIN = 1_024;
const TIMEOUT_MS = 10_000;
/** Maximum clients of a site compared for the next turn; of more, those that have waited longest. */
const COMPARED_CLIENTS = 128;
/** Interval of making room while requests wait, ms. */
const RELIEVE_MS = 100;

export interface FailureListener {
  /** Whose request it is. */
  readonly holder: Holder;
  onFailure(error: OriginError): void;
}

interface Waiting<Waiter> extends Deadline {
  waiter: Waiter;
}

/**
 * Requests that wait for a connection to one origin, bounded in number and time. When the line is full, it drops the
 * newest request of the greediest client: of the owner with the most requests, of that owner's site with the most, of
 * that site's client with the most.
 */
export class WaitingLine<Waiter extends FailureListener> {
  private readonly deadlines: Deadlines;
  private readonly relieve: (places: number) => void;
  private readonly timeoutMs: number;
  private readonly waiting = new Set<Waiting<Waiter>>();
  private timer: NodeJS.Timeout | null = null;

  /** @param relieve called ten times a second while requests wait; should free this many places */
  constructor(deadlines: Deadlines, relieve: (places: number) => void, timeoutMs = TIMEOUT_MS) {
    this.deadlines = deadlines;
    this.timeoutMs = timeoutMs;
    this.relieve = relieve;
  }

  get length(): number {
    return this.waiting.size;
  }

  /** The returned function withdraws the request. */
  join(waiter: Waiter): () => void {
    if (this.waiting.size >= MAX_WAITING_PER_ORIGIN && !this.makeRoom(waiter)) {
      waiter.onFailure(tooMany());
      return () => undefined;
    }
    const entry: Waiting<Waiter> = {
      waiter,
      deadline: performance.now() + this.timeoutMs,
      onDeadline: () => {
        this.leave(entry);
        waiter.onFailure(
          new OriginError('no_connection_free', 'no connection to the origin became free in time'),
        );
      },
    };
    this.waiting.add(entry);
    this.deadlines.watch(entry);
    this.timer ??= this.nextRelief();
    return () => this.leave(entry);
  }

  /**
   * Takes the request with the lowest claim, and among equals the one that has waited longest.
   *
   * @param claim Infinity: not now
   */
  shift(claim: (waiter: Waiter) => number = () => 0): Waiter | undefined {
    let best: Waiting<Waiter> | undefined;
    let least = Number.POSITIVE_INFINITY;
    /** By site, so that one site's crowd does not hide others. */
    const compared = new Map<string, Set<string>>();
    for (const entry of this.waiting) {
      const site = siteOf(entry.waiter);
      const client = clientOf(entry.waiter);
      const clients = compared.get(site) ?? new Set();
      if (clients.has(client) || clients.size >= COMPARED_CLIENTS) continue;
      compared.set(site, clients.add(client));
      const found = claim(entry.waiter);
      if (found >= least) continue;
      best = entry;
      least = found;
      if (least === 0) break;
    }
    if (best !== undefined) this.leave(best);
    return best?.waiter;
  }

  /** Removes and returns all. */
  takeAll(): Waiter[] {
    const all = [...this.waiting];
    for (const entry of all) this.leave(entry);
    return all.map(({ waiter }) => waiter);
  }

  /** False: no client has more waiting than the newcomer would have. */
  private makeRoom(newcomer: Waiter): boolean {
    let candidates = [...this.waiting];
    let isOwn = true;
    for (const keyOf of [ownerOf, siteOf, clientOf]) {
      const groups = Map.groupBy(candidates, ({ waiter }) => keyOf(waiter));
      const own: Waiting<Waiter>[] = isOwn ? (groups.get(keyOf(newcomer)) ?? []) : [];
      const greediest = [...groups.values()].reduce(
        (most, group) => (group.length > most.length ? group : most),
        own,
      );
      if (isOwn && greediest.length <= own.length + 1) candidates = own;
      else {
        candidates = greediest;
        isOwn = false;
      }
    }
    const last = isOwn ? undefined : candidates.at(-1);
    if (last === undefined) return false;
    this.leave(last);
    last.waiter.onFailure(tooMany());
    return true;
  }

  private leave(entry: Waiting<Waiter>): void {
    this.waiting.delete(entry);
    this.deadlines.forget(entry);
  }

  private nextRelief(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timer = null;
      if (this.waiting.size === 0) return;
      this.relieve(this.waiting.size);
      this.timer ??= this.nextRelief();
    }, RELIEVE_MS);
    return timer.unref();
  }
}

const ownerOf = ({ holder }: FailureListener) => holder.site?.ownerId ?? '';
const siteOf = ({ holder }: FailureListener) => holder.site?.siteId ?? '';
const clientOf = ({ holder }: FailureListener) => (holder.client === null ? '' : shareKeyOf(holder.client));

function tooMany(): OriginError {
  return new OriginError('no_connection_free', 'too many requests wait for this origin');
}
