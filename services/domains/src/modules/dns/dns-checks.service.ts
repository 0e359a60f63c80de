import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { DnsLookupService } from './dns-lookup.service.ts';

export type RecordState = 'ok' | 'missing' | 'wrong' | 'unreachable';

export interface CheckResult {
  state: RecordState;
  /** Records found instead, or the chain that led there. */
  found: string[];
  /** For the customer: the present state, and what to do. */
  message: string;
}

/** Maximum number of a stranger's records that are stored and shown. */
const SHOWN_TEXTS = 5;
const SHOWN_LENGTH = 255;

/** Checks single records: CNAME or TXT records as proof, and where a host's traffic goes. */
@Injectable()
export class DnsChecksService {
  private readonly target: string;

  constructor(
    private readonly lookup: DnsLookupService,
    @Inject(CONFIG) config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
  ) {
    this.target = config.PALISADE_CNAME_TARGET;
  }

  /** Whether our resolvers work: our own name resolves. */
  async knowsOurselves(): Promise<boolean> {
    return (await this.lookup.addresses(this.target)).records.length > 0;
  }

  /**
   * Whether one of the name's own TXT records has this value. Records behind an alias do not count: the owner of its
   * target controls them, as with a wildcard alias to an abandoned name.
   */
  async text(name: string, value: string): Promise<CheckResult> {
    const [alias, texts] = await Promise.all([this.lookup.cname(name), this.lookup.texts(name)]);
    if (alias.problem === 'unreachable' || texts.problem === 'unreachable') return unreachable(name);
    if (alias.records.length > 0) {
      return {
        state: 'wrong',
        found: alias.records,
        message: `${name} is an alias of ${alias.records[0]}. Please create a TXT record of that name itself, with the value ${value}.`,
      };
    }
    if (texts.records.some((text) => text.trim() === value)) {
      return { state: 'ok', found: [value], message: `The TXT record of ${name} is in place.` };
    }
    const found = texts.records.slice(0, SHOWN_TEXTS).map((text) => text.slice(0, SHOWN_LENGTH));
    return found.length > 0
      ? {
          state: 'wrong',
          found,
          message: `The TXT record of ${name} has another value. Please add one with the value ${value}.`,
        }
      : {
          state: 'missing',
          found: [],
          message: `No TXT record found for ${name}. Create it with the value ${value}.`,
        };
  }

  /**
   * Whether an undefined name is an alias, due to a wildcard. Its target does not matter: an answer that varies could
   * be ours the next time.
   */
  async isAlias(name: string): Promise<boolean | 'unreachable'> {
    const answer = await this.lookup.cname(name);
    return answer.problem === 'unreachable' ? 'unreachable' : answer.records.length > 0;
  }

  /** Whether the verification name points to us by CNAME. */
  async alias(name: string): Promise<CheckResult> {
    const answer = await this.lookup.cnameChain(name);
    if (answer.problem === 'unreachable') return unreachable(name);
    if (answer.records.length > 0) {
      return (await this.leadsToUs(answer.records))
        ? { state: 'ok', found: answer.records, message: `The CNAME record of ${name} is in place.` }
        : {
            state: 'wrong',
            found: answer.records,
            message: `The CNAME record of ${name} points to ${answer.records[0]} instead of ${this.target}. Please correct its value and try again.`,
          };
    }
    return this.withoutCname(name);
  }

  /** Whether a served host points to us, by CNAME or, for an apex, by our addresses. */
  async traffic(host: string): Promise<CheckResult> {
    const chain = await this.lookup.cnameChain(host);
    if (chain.records.length > 0 && (await this.leadsToUs(chain.records))) {
      return { state: 'ok', found: chain.records, message: `${host} points to ${this.target}.` };
    }
    const [theirs, ours] = await Promise.all([
      this.lookup.addresses(host),
      this.lookup.addresses(this.target),
    ]);
    if (theirs.problem === 'unreachable') return unreachable(host);
    const ourAddresses: readonly string[] = ours.records;
    if (theirs.records.some((address) => ourAddresses.includes(address))) {
      return {
        state: 'ok',
        found: theirs.records,
        message: `${host} points to the addresses of ${this.target}.`,
      };
    }
    // Our own name could not be resolved, so the host is not known to point elsewhere.
    if (ours.problem === 'unreachable') return unreachable(host);
    const found = chain.records.length > 0 ? chain.records : theirs.records;
    return found.length > 0
      ? {
          state: 'wrong',
          found,
          message: `${host} points to ${found[0]}. Its traffic is protected once it points to ${this.target}.`,
        }
      : {
          state: 'missing',
          found: [],
          message: `${host} does not point anywhere yet. Add a CNAME record with the value ${this.target}.`,
        };
  }

  private async leadsToUs(chain: readonly string[]): Promise<boolean> {
    if (chain.includes(this.target)) return true;
    // Our own name may be an alias, and a resolver may have returned only the end of the chain.
    const own = await this.lookup.cnameChain(this.target);
    return own.records.some((name) => chain.includes(name));
  }

  private async withoutCname(name: string): Promise<CheckResult> {
    const addresses = await this.lookup.addresses(name);
    if (addresses.records.length > 0) {
      return {
        state: 'wrong',
        found: addresses.records,
        message: `${name} has an address (${addresses.records[0]}) but no CNAME record. If your DNS provider proxies or flattens records, turn that off for this record.`,
      };
    }
    return {
      state: 'missing',
      found: [],
      message: `No CNAME record found for ${name}. Create it with the value ${this.target}; DNS changes usually take 5-10 minutes to become visible.`,
    };
  }
}

function unreachable(name: string): CheckResult {
  return {
    state: 'unreachable',
    found: [],
    message: `The DNS servers for ${name} did not respond. Please try again in a few minutes.`,
  };
}
