import { Inject, Injectable } from '@nestjs/common';
import { AcmeChallengeBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { CONFIG, type DomainsConfig } from '../../../config/config.ts';
import { signingKeyOf } from '../../../config/live-keys.ts';
import { EDGE_REDIS } from '../../../connections/edge-redis.ts';
import { DnsLookupService } from '../../dns/dns-lookup.service.ts';
import type { Domain } from '../../domain-store/domain.entity.ts';
import type { Prover } from '../acme/acme-orders.service.ts';
import { poll } from '../acme/poll.ts';
import { ACME_DNS_CHALLENGES, type AcmeDnsChallenges } from './dns-challenges.ts';
import { HttpSelfCheckService } from './http-self-check.service.ts';

/** Maximum wait until all name servers of our zone have a change, ms; then the authority is asked anyway. */
const DNS_LIMIT_MS = 20_000;

/**
 * Ways to prove control of a domain's names: over HTTP by its edges, or by DNS where its owner delegated that to us.
 */
@Injectable()
export class AcmeChallengesService {
  private readonly board: AcmeChallengeBoard;

  constructor(
    private readonly selfCheck: HttpSelfCheckService,
    private readonly lookup: DnsLookupService,
    @Inject(EDGE_REDIS) redis: Redis,
    @Inject(ACME_DNS_CHALLENGES) private readonly dns: AcmeDnsChallenges | null,
    @Inject(CONFIG)
    config: Pick<DomainsConfig, 'PALISADE_CONFIG_SIGNING_KEY' | 'PALISADE_CONFIG_SIGNING_KEY_ID'>,
  ) {
    this.board = new AcmeChallengeBoard(redis, signingKeyOf(config));
  }

  /** Whether the owner's record delegates this domain's challenges to our zone. */
  async isDelegated(domain: Domain): Promise<boolean> {
    if (this.dns === null) return false;
    const chain = await this.lookup.cnameChain(challengeName(domain));
    return (chain.records as readonly string[]).includes(this.dns.delegatedName(domain.verificationToken));
  }

  /** @param delegated whether dns-01 can be used for the domain itself and its wildcard */
  of(domain: Domain, delegated: boolean): Prover {
    const { dns } = this;
    const ownName = dns?.delegatedName(domain.verificationToken) ?? '';
    return {
      kindFor: (name) => (delegated && name === domain.domainName ? 'dns-01' : 'http-01'),
      show: async (kind, name, token, proof) => {
        if (kind === 'http-01') {
          await this.board.publish({ host: name, token, keyAuthorization: proof });
          await this.selfCheck.shown(name, token, proof);
          return;
        }
        await dns?.put(ownName, proof);
        await poll(DNS_LIMIT_MS, async () => {
          const texts = await this.lookup.texts(challengeName(domain));
          return (texts.records as readonly string[]).includes(proof) ? true : null;
        });
      },
      remove: async (kind, _name, _token, proof) => {
        // HTTP challenges expire by themselves.
        if (kind === 'dns-01') await dns?.remove(ownName, proof);
      },
    };
  }
}

const challengeName = (domain: Domain): string => `_acme-challenge.${domain.domainName}`;
