import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sealTlsKey } from '@palisade/edge-state';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { DnsChecks } from '../dns/dns-checks.ts';
import { Domain } from '../domains/domain.entity.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { AcmeOrders, type Obtained, type Prover } from './acme/acme-order.ts';
import { faultOf, IssuanceError, type IssuanceFault } from './acme/acme-problem.ts';
import { AuthorityNews } from './acme/authority-news.ts';
import { type Certificate, covers } from './certificate.entity.ts';
import { certificateFailed, certificateIssued } from './certificate-facts.ts';
import { CertificateStore } from './certificate-store.ts';
import { Provers } from './challenges/prover.ts';
import { leafFacts } from './leaf-facts.ts';
import { nextLook, pauseAfterFailure, renewalTime } from './schedule.ts';

/** What does not mend itself is told after so many attempts; the first ones often meet DNS changes half way. */
const TELL_AFTER = 3;
/** Names of one certificate at most, as public authorities limit them. */
const MOST_NAMES = 100;
const LOOKUPS_AT_ONCE = 10;
/** At one attempt, each without what the authority refused before. */
const MOST_ORDERS = 4;
/** Rarely enough for what authorities allow of the same certificate in a week. */
const TRY_LEFT_OUT_AGAIN = 3 * 86_400_000;

interface Order {
  names: readonly string[];
  wanted: readonly string[];
  /** Why some of what was wanted is not among the names. */
  leftOut: IssuanceFault | null;
  obtained: Obtained;
}

/** Obtains a certificate for a site and puts it into service; or writes down why not, and when to try again. */
@Injectable()
export class Issuance {
  private readonly logger = new Logger('Issuance');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: CertificateStore,
    private readonly orders: AcmeOrders,
    private readonly provers: Provers,
    private readonly news: AuthorityNews,
    private readonly checks: DnsChecks,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    private readonly outbox: OutboxWriter,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_EDGE_SEAL_PUBLIC_KEY'>,
  ) {}

  /** Never rejects for what an authority or a domain's records may do; only if the database does not answer. */
  async obtain(domain: Domain, before: Certificate): Promise<void> {
    try {
      const delegated = await this.provers.isDelegated(domain);
      const names = await this.namesFor(domain, delegated);
      await this.store.change(domain.id, 'automatic', {
        wanted: names,
        ...(before.status === 'active' && { status: 'renewing' }),
      });
      const replaces = before.chainPem === null ? null : await this.news.idOf(before.chainPem);
      const order = await this.orderWhatCanBe(names, this.provers.of(domain, delegated), replaces);
      await this.putIntoService(domain.id, order);
      this.logger.log({ domain: domain.id, names: order.names.length }, 'a certificate was obtained');
    } catch (error) {
      await this.failed(domain, before, error);
    }
  }

  /** One name that the authority refuses must not take the certificate from all others: it is left out, and told. */
  private async orderWhatCanBe(
    wanted: readonly string[],
    prover: Prover,
    replaces: string | null,
  ): Promise<Order> {
    let names = wanted;
    let leftOut: IssuanceFault | null = null;
    for (let orders = 1; ; orders += 1) {
      try {
        return { names, wanted, leftOut, obtained: await this.orders.obtain(names, prover, replaces) };
      } catch (error) {
        const { names: refused = [], ...fault } = faultOf(error);
        const rest = names.filter((name) => !refused.includes(name));
        if (rest.length === 0 || rest.length === names.length || orders === MOST_ORDERS) throw error;
        leftOut = { ...fault, message: `Without ${refused.join(', ')}. ${fault.message}` };
        names = rest;
      }
    }
  }

  /**
   * Names that the authority can be shown to be ours to speak for: the domain and all below it where DNS is delegated,
   * else the hosts that point to us.
   */
  private async namesFor(domain: Domain, delegated: boolean): Promise<string[]> {
    const base = delegated ? [domain.domainName, `*.${domain.domainName}`] : [];
    const hosts = await this.store.servedHosts(domain.id);
    const others = hosts.filter((host) => !covers(base, host));
    for (let start = 0; start < others.length; start += LOOKUPS_AT_ONCE) {
      const some = others.slice(start, start + LOOKUPS_AT_ONCE);
      const looks = await Promise.all(some.map((host) => this.checks.traffic(host)));
      base.push(...some.filter((_host, index) => looks[index]?.state === 'ok'));
    }
    if (base.length > 0) return base.slice(0, MOST_NAMES);
    // What DNS was last seen to say is out of date then; whoever waits for it looks again.
    await this.dataSource.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [domain.id]);
    throw new IssuanceError({
      code: 'not_pointing',
      message: 'None of the site’s names points to us yet. A certificate is obtained as soon as one does.',
      mendedBy: 'owner',
      retryAfter: 0,
    });
  }

  private async putIntoService(id: DomainId, { names, wanted, leftOut, obtained }: Order): Promise<void> {
    const leaf = new X509Certificate(obtained.chainPem);
    const facts = leafFacts(leaf);
    const missing = names.filter((name) => !facts.names.includes(name));
    if (missing.length > 0) throw new Error(`the authority left out ${missing.length} names`);
    if (!leaf.checkPrivateKey(createPrivateKey(obtained.keyPem)))
      throw new Error('a certificate for another key');
    const sealedKey = sealTlsKey(obtained.keyPem, id, this.config.PALISADE_EDGE_SEAL_PUBLIC_KEY);
    const due = renewalTime(facts.notBefore, facts.notAfter);
    const renewAt = leftOut === null ? due : soonerOf(due, new Date(Date.now() + TRY_LEFT_OUT_AGAIN));
    await this.dataSource.transaction(async (manager) => {
      const domain = await manager.findOne(Domain, { where: { id }, lock: { mode: 'pessimistic_write' } });
      // Removed meanwhile: nobody needs it any more.
      if (domain === null) return;
      const material = { chainPem: obtained.chainPem, sealedKey, facts };
      await this.store.put(manager, id, 'automatic', material, { renewAt, nextAttemptAt: nextLook(renewAt) });
      const remark = leftOut !== null && { lastErrorCode: leftOut.code, lastError: leftOut.message };
      await this.store.change(id, 'automatic', { wanted: [...wanted], ...remark }, manager);
      await this.releases.release(manager, domain);
      await this.outbox.addAll(manager, [certificateIssued(domain, facts)]);
    });
    this.pump.kick();
  }

  private async failed(domain: Domain, before: Certificate, error: unknown): Promise<void> {
    const fault = faultOf(error);
    const attempts = before.attempts + 1;
    this.logger.warn(
      { err: error, domain: domain.id, code: fault.code, attempts },
      'no certificate was obtained',
    );
    const tells = worthTelling(fault, attempts) && before.toldAt === null;
    await this.dataSource.transaction(async (manager) => {
      await this.store.change(
        domain.id,
        'automatic',
        {
          ...(statusAfterFailure(before, fault) && { status: statusAfterFailure(before, fault)! }),
          attempts,
          lastErrorCode: fault.code,
          lastError: fault.message,
          nextAttemptAt: nextAttempt(fault, attempts),
          // Whichever name comes to point to us is news then.
          ...(fault.code === 'not_pointing' && { wanted: [] }),
          ...(tells && { toldAt: new Date() }),
        },
        manager,
      );
      if (tells)
        await this.outbox.addAll(manager, [certificateFailed(domain, fault.message, before.notAfter)]);
    });
  }
}

const soonerOf = (a: Date, b: Date): Date => (a < b ? a : b);

/** Names that point nowhere yet are waited for, however long; everything else is tried again. */
function nextAttempt(fault: IssuanceFault, attempts: number): Date | null {
  if (fault.code === 'not_pointing') return null;
  return new Date(Date.now() + pauseAfterFailure(attempts, fault.retryAfter));
}

function statusAfterFailure(before: Certificate, fault: IssuanceFault): Certificate['status'] | null {
  if (before.status === 'revoked') return null;
  if (before.notAfter !== null && before.notAfter > new Date()) return 'renewing';
  if (before.notAfter !== null) return 'expired';
  return fault.code === 'not_pointing' ? 'pending' : 'failed';
}

const worthTelling = (fault: IssuanceFault, attempts: number): boolean =>
  fault.code !== 'not_pointing' && attempts >= (fault.mendedBy === 'owner' ? TELL_AFTER : 2 * TELL_AFTER);
