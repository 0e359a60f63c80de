import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { type ClientAddress, parseAddress } from '../../io/addresses/client-address.ts';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { KnownBot } from './known-bots.ts';

/** `unknown`: DNS has not answered, or not in time. */
export type BotIdentity = 'genuine' | 'impostor' | 'unknown';

/** The DNS functions that are used. */
export interface NameLookup {
  reverse(address: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

const REMEMBERED = 20_000;
const GENUINE_MS = 24 * 3_600_000;
const IMPOSTOR_MS = 3_600_000;
const UNKNOWN_MS = 30_000;
/** Maximum number of reverse names checked per address; honest set-ups have fewer. */
const MAX_NAMES = 4;
/** Maximum wait of a request for DNS, ms; then it continues without the result. */
const WAIT_MS = 400;
const DNS_TIMEOUT_MS = 2_000;

export function systemLookup(servers: readonly string[]): NameLookup {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** Verifies that a client is the search engine's crawler that it claims to be: reverse lookup and back. */
export class BotVerifier {
  private readonly lookup: NameLookup;
  private readonly room: FairCounter;
  private readonly known = new LRUCache<string, BotIdentity>({ max: REMEMBERED });
  private readonly open = new Map<string, Promise<BotIdentity>>();

  /** @param room bounds concurrent lookups; a client without a place is unknown for now */
  constructor(lookup: NameLookup, room: FairCounter) {
    this.lookup = lookup;
    this.room = room;
  }

  /**
   * Synchronous if the result is cached; otherwise waits within the limit, after which the result serves the next
   * request.
   */
  identify(bot: KnownBot, client: ClientAddress): BotIdentity | Promise<BotIdentity> {
    const key = `${bot.name}|${client.text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let asking = this.open.get(key);
    if (asking === undefined) {
      const place = this.room.enter({ client, site: null });
      if (place === null) return 'unknown';
      asking = this.ask(bot, client)
        .catch((): BotIdentity => 'unknown')
        .then((identity) => {
          this.open.delete(key);
          this.room.leave(place);
          this.known.set(key, identity, { ttl: lifetime(identity) });
          return identity;
        });
      this.open.set(key, asking);
    }
    return withinBound(asking);
  }

  private async ask(bot: KnownBot, client: ClientAddress): Promise<BotIdentity> {
    const names = await orNone(this.lookup.reverse(client.text));
    const own = names
      .map((name) => name.toLowerCase().replace(/\.$/, ''))
      .filter((name) => bot.domains.some((domain) => name === domain || name.endsWith(`.${domain}`)));
    for (const name of own.slice(0, MAX_NAMES)) {
      const found = await orNone(
        client.family === 4 ? this.lookup.resolve4(name) : this.lookup.resolve6(name),
      );
      if (found.some((address) => parseAddress(address)?.text === client.text)) return 'genuine';
    }
    return 'impostor';
  }
}

function lifetime(identity: BotIdentity): number {
  if (identity === 'genuine') return GENUINE_MS;
  return identity === 'impostor' ? IMPOSTOR_MS : UNKNOWN_MS;
}

const NO_SUCH_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** A missing name is a result; any other error means no result. */
async function orNone(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer;
  } catch (error) {
    if (NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function withinBound(asking: Promise<BotIdentity>): Promise<BotIdentity> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('unknown'), WAIT_MS);
    void asking.then((identity) => {
      clearTimeout(timer);
      resolve(identity);
    });
  });
}
