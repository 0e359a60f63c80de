import { type LookupAddress, lookup } from 'node:dns';
import type { FairCounter } from '../io/shares/fair-counter.ts';
import type { Holder } from '../io/shares/holder.ts';
import { OriginError } from './origin-error.ts';

/** Results and failures are cached this long, so that a burst of connections causes one lookup. */
const CACHE_TTL_MS = 5_000;
/** How long an earlier result replaces one that fails or is late. */
const STALE_MS = 60 * 60_000;
/** How long a new result is awaited if there is an earlier one. */
const LATE_MS = 500;
const MAX_NAMES = 10_000;
/** Maximum number of names waiting; further ones fail. */
const MAX_WAITING = 1_000;

export type SystemLookup = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Answer = (error: OriginError | null, addresses: LookupAddress[]) => void;

interface Name {
  host: string;
  addresses: LookupAddress[];
  error: OriginError | null;
  /** ms of `performance.now()`. */
  freshUntil: number;
  usableUntil: number;
  asking: boolean;
  late: boolean;
  waiting: Answer[];
}

const systemLookup: SystemLookup = (host, callback) => lookup(host, { all: true }, callback);

/**
 * Addresses of origins by name. The system resolves only a few names at a time, each on a thread that a slow name
 * server can block; so concurrent lookups of a name are shared, no owner's names may take all places, and an earlier
 * result is used while a lookup is late or fails.
 */
export class OriginNames {
  private readonly places: FairCounter;
  private readonly ask: SystemLookup;
  private readonly names = new Map<string, Name>();
  private readonly queue = new Map<Name, Holder>();

  constructor(places: FairCounter, ask: SystemLookup = systemLookup) {
    this.places = places;
    this.ask = ask;
  }

  /** Always answers asynchronously, as net expects. @param holder the origin's owner */
  find(host: string, holder: Holder, answer: Answer): void {
    const now = performance.now();
    const name = this.names.get(host) ?? this.newName(host);
    if (name.freshUntil > now || (name.late && name.usableUntil > now)) {
      process.nextTick(answer, name.error, name.addresses);
      return;
    }
    name.waiting.push(answer);
    if (name.asking) return;
    name.asking = true;
    if (name.usableUntil > now) this.minuteLateness(name);
    if (this.queue.size >= MAX_WAITING) {
      process.nextTick(() => this.settle(name, tooMany(), []));
      return;
    }
    this.queue.set(name, holder);
    this.askNext();
  }

  private newName(host: string): Name {
    if (this.names.size >= MAX_NAMES) {
      for (const [known, { asking }] of this.names) {
        if (asking) continue;
        this.names.delete(known);
        break;
      }
    }
    const name: Name = {
      host,
      addresses: [],
      error: null,
      freshUntil: 0,
      usableUntil: 0,
      asking: false,
      late: false,
      waiting: [],
    };
    this.names.set(host, name);
    return name;
  }

  private minuteLateness(name: Name): void {
    setTimeout(() => {
      if (!name.asking) return;
      name.late = true;
      tellAll(name);
    }, LATE_MS).unref();
  }

  /** Starts lookups for the longest waiting names of owners with a free place. */
  private askNext(): void {
    for (const [name, holder] of this.queue) {
      const place = this.places.enter(holder);
      if (place === null) continue;
      this.queue.delete(name);
      this.ask(name.host, (error, addresses) => {
        this.places.leave(place);
        this.settle(name, error === null ? null : unresolvable(error), addresses);
        this.askNext();
      });
    }
  }

  private settle(name: Name, error: OriginError | null, addresses: LookupAddress[]): void {
    const now = performance.now();
    name.asking = false;
    name.late = false;
    name.freshUntil = now + CACHE_TTL_MS;
    if (error === null) {
      name.error = null;
      name.addresses = addresses;
      name.usableUntil = now + STALE_MS;
    } else if (name.usableUntil <= now) {
      name.error = error;
      name.addresses = [];
    }
    tellAll(name);
  }
}

function tellAll(name: Name): void {
  for (const answer of name.waiting.splice(0)) answer(name.error, name.addresses);
}

function unresolvable(cause: NodeJS.ErrnoException): OriginError {
  return new OriginError('unresolvable', `the origin's name does not resolve (${cause.code})`, cause);
}

function tooMany(): OriginError {
  return new OriginError('no_connection_free', "too many origins' names wait to be resolved");
}
