import { promises as dns } from 'node:dns';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';

const MAX_CHAIN = 8;
/** Maximum resolvers asked; more add latency but no certainty. */
const MAX_RESOLVERS = 3;
/** Maximum TXT records read, as a stranger's answer may be long. */
const MAX_TEXTS = 100;
const MAX_NAME_SERVERS = 8;

/** Why a lookup brought no records. */
export type DnsProblem = 'no_such_name' | 'no_such_record' | 'unreachable';

export type DnsAnswer = { records: string[]; problem: null } | { records: []; problem: DnsProblem };

const PROBLEMS: Readonly<Record<string, DnsProblem>> = {
  ENOTFOUND: 'no_such_name',
  ENODATA: 'no_such_record',
};

/** DNS lookups with timeouts. Names are in lower case without a final dot. */
@Injectable()
export class DnsLookupService {
  private readonly resolver: dns.Resolver;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<DomainsConfig, 'PALISADE_DNS_SERVERS' | 'PALISADE_DNS_TIMEOUT_MS'>,
  ) {
    this.resolver = new dns.Resolver({ timeout: config.PALISADE_DNS_TIMEOUT_MS, tries: 2 });
    if (config.PALISADE_DNS_SERVERS.length > 0) {
      this.resolver.setServers(config.PALISADE_DNS_SERVERS);
    }
  }

  /** Each resolver separately, where a single deceived one must not decide. */
  eachResolver(): [DnsLookupService, ...DnsLookupService[]] {
    const servers = this.resolver.getServers().slice(0, MAX_RESOLVERS);
    const [first = this, ...others] = servers.map(
      (server) => new DnsLookupService({ ...this.config, PALISADE_DNS_SERVERS: [server] }),
    );
    return [first, ...others];
  }

  cname(name: string): Promise<DnsAnswer> {
    return this.ask(() => this.resolver.resolveCname(name));
  }

  texts(name: string): Promise<DnsAnswer> {
    return this.ask(
      async () => (await this.resolver.resolveTxt(name)).slice(0, MAX_TEXTS).map((parts) => parts.join('')),
      asIs,
    );
  }

  nameServers(zone: string): Promise<DnsAnswer> {
    return this.ask(async () => (await this.resolver.resolveNs(zone)).slice(0, MAX_NAME_SERVERS));
  }

  /** IPv4 and IPv6 addresses. */
  async addresses(name: string): Promise<DnsAnswer> {
    const [v4, v6] = await Promise.all([
      this.ask(() => this.resolver.resolve4(name)),
      this.ask(() => this.resolver.resolve6(name)),
    ]);
    const records = [...v4.records, ...v6.records];
    if (records.length > 0 || v4.problem === null) return { records, problem: null };
    return v6.problem === 'unreachable' ? v6 : v4;
  }

  /**
   * Targets of the chain of CNAME records, nearest first. Some resolvers return only the end of a chain, so
   * intermediate names may be missing. Ends at the first name without a CNAME, and at a loop.
   */
  async cnameChain(name: string): Promise<DnsAnswer> {
    const chain: string[] = [];
    let current = name;
    while (chain.length < MAX_CHAIN) {
      const answer = await this.cname(current);
      const next = answer.records[0];
      if (next === undefined) {
        return chain.length > 0 ? { records: chain, problem: null } : answer;
      }
      // nosemgrep: no-nested-scan-of-input -- at most MAX_CHAIN names
      if (chain.includes(next) || next === name) break;
      chain.push(next);
      current = next;
    }
    return { records: chain, problem: null };
  }

  private async ask(query: () => Promise<string[]>, read = plainName): Promise<DnsAnswer> {
    try {
      return { records: (await query()).map(read), problem: null };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      return { records: [], problem: PROBLEMS[code] ?? 'unreachable' };
    }
  }
}

const asIs = (text: string): string => text;
const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
