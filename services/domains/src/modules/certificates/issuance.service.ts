import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sealTlsKey } from '@palisade/edge-state';
import { OutboxWriter } from '@palisade/messaging';
import type { DomainId, UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { DnsChecksService } from '../dns/dns-checks.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { faultOf, IssuanceError, type IssuanceFault } from './acme/acme.errors.ts';
import { AcmeOrdersService, type Obtained, type Prover } from './acme/acme-orders.service.ts';
import { CertificateStatusService } from './acme/certificate-status.service.ts';
import { AcmeChallengesService } from './acme-challenges/acme-challenges.service.ts';
import { type Certificate, covers } from './certificate.entity.ts';
import { certificateFailed, certificateIssued } from './certificate.events.ts';
import { CertificateOrdersRepository } from './certificate-orders.repository.ts';
import { CertificatesRepository } from './certificates.repository.ts';
import { afterFailure } from './issuance-failure.rules.ts';
import { leafDetails } from './leaf-details.rules.ts';
import { isOrdered } from './order-names.rules.ts';
import { nextCheckAt, renewalTime } from './renewal-schedule.rules.ts';

/** Maximum names per certificate, as public authorities limit them. */
const MAX_NAMES = 100;
const LOOKUPS_AT_ONCE = 10;
/** Maximum orders per attempt, each without the names that the authority refused before. */
const MAX_ORDERS = 4;
/** Interval of retrying names that were left out, ms; within the authorities' weekly limits for duplicates. */
const TRY_LEFT_OUT_AGAIN = 3 * 86_400_000;

interface Order {
  names: readonly string[];
  wanted: readonly string[];
  /** Why some of the wanted names are missing. */
  leftOut: IssuanceFault | null;
  obtained: Obtained;
}

/** Obtains a certificate for a site and puts it into service; or records the error and schedules a retry. */
@Injectable()
export class IssuanceService {
  private readonly logger = new Logger(IssuanceService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly siteHosts: SiteHostsRepository,
    private readonly store: CertificatesRepository,
    private readonly orders: AcmeOrdersService,
    private readonly counted: CertificateOrdersRepository,
    private readonly challenges: AcmeChallengesService,
    private readonly status: CertificateStatusService,
    private readonly checks: DnsChecksService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_EDGE_SEAL_PUBLIC_KEY'>,
  ) {}

  /** Rejects only if the database fails, never because of the authority or DNS. */
  async obtain(domain: Domain, before: Certificate): Promise<void> {
    try {
      const delegated = await this.challenges.isDelegated(domain);
      const names = await this.namesFor(domain, delegated, before.names);
      await this.store.change(domain.id, 'automatic', {
        wanted: names,
        ...(before.status === 'active' && { status: 'renewing' }),
      });
      const replaces = before.chainPem === null ? null : await this.status.idOf(before.chainPem);
      const prover = this.challenges.of(domain, delegated);
      const order = await this.orderWhatCanBe(domain.ownerId, names, prover, replaces);
      await this.putIntoService(domain.id, order);
      this.logger.log({ domain: domain.id, names: order.names.length }, 'certificate issued');
    } catch (error) {
      await this.failed(domain, before, error);
    }
  }

  /** A name that the authority refuses is left out, so that the others get their certificate. */
  private async orderWhatCanBe(
    ownerId: UserId,
    wanted: readonly string[],
    prover: Prover,
    replaces: string | null,
  ): Promise<Order> {
    let names = wanted;
    let leftOut: IssuanceFault | null = null;
    for (let orders = 1; ; orders++) {
      await this.counted.take(ownerId);
      try {
        return { names, wanted, leftOut, obtained: await this.orders.obtain(names, prover, replaces) };
      } catch (error) {
        const { names: refused = [], ...fault } = faultOf(error);
        const rest = names.filter((name) => !refused.includes(name));
        if (rest.length === 0 || rest.length === names.length || orders === MAX_ORDERS) throw error;
        leftOut = { ...fault, message: `Without ${refused.join(', ')}. ${fault.message}` };
        names = rest;
      }
    }
  }

  /**
   * Names whose control can be proved: the domain and all below it if DNS is delegated, otherwise the hosts that point
   * to us.
   *
   * @param covered names of the current certificate
   */
  private async namesFor(domain: Domain, delegated: boolean, covered: readonly string[]): Promise<string[]> {
    const base = delegated ? [domain.domainName, `*.${domain.domainName}`] : [];
    const hosts = await this.siteHosts.ofSite(this.dataSource.manager, domain.id);
    const others = hosts.filter((host) => !covers(base, host));
    for (let start = 0; start < others.length; start += LOOKUPS_AT_ONCE) {
      const some = others.slice(start, start + LOOKUPS_AT_ONCE);
      const looks = await Promise.all(some.map((host) => this.checks.traffic(host)));
      base.push(...some.filter((host, index) => isOrdered(host, looks[index]!.state, covered)));
    }
    if (base.length > 0) return base.slice(0, MAX_NAMES);
    // The stored DNS state is outdated, so look again.
    await this.dataSource.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [domain.id]);
    throw new IssuanceError({
      code: 'not_pointing',
      message:
        'None of the site’s names points to us yet. We will request a certificate as soon as one does.',
      mendedBy: 'owner',
      retryAfter: 0,
    });
  }

  private async putIntoService(id: DomainId, { names, wanted, leftOut, obtained }: Order): Promise<void> {
    const leaf = new X509Certificate(obtained.chainPem);
    const details = leafDetails(leaf);
    const missing = names.filter((name) => !details.names.includes(name));
    if (missing.length > 0) throw new Error(`the authority left out ${missing.length} names`);
    if (!leaf.checkPrivateKey(createPrivateKey(obtained.keyPem)))
      throw new Error('a certificate for another key');
    const sealedKey = sealTlsKey(obtained.keyPem, id, this.config.PALISADE_EDGE_SEAL_PUBLIC_KEY);
    const due = renewalTime(details.notBefore, details.notAfter);
    const renewAt = leftOut === null ? due : soonerOf(due, new Date(Date.now() + TRY_LEFT_OUT_AGAIN));
    await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.lock(manager, id);
      // The domain was removed meanwhile.
      if (domain === null) return;
      const material = { chainPem: obtained.chainPem, sealedKey, details };
      await this.store.put(manager, id, 'automatic', material, {
        renewAt,
        nextAttemptAt: nextCheckAt(renewAt),
      });
      const remark = leftOut !== null && { lastErrorCode: leftOut.code, lastError: leftOut.message };
      await this.store.change(id, 'automatic', { wanted: [...wanted], ...remark }, manager);
      await this.publication.publish(manager, domain.id);
      await this.outbox.addAll(manager, [certificateIssued(domain, details)]);
    });
    this.publisher.kick();
  }

  private async failed(domain: Domain, before: Certificate, error: unknown): Promise<void> {
    const fault = faultOf(error);
    const now = new Date();
    const { attempts, status, nextAttemptAt, tells } = afterFailure(before, fault, now);
    this.logger.warn(
      { err: error, domain: domain.id, code: fault.code, attempts },
      'no certificate was obtained',
    );
    await this.dataSource.transaction(async (manager) => {
      await this.store.change(
        domain.id,
        'automatic',
        {
          ...(status !== null && { status }),
          attempts,
          lastErrorCode: fault.code,
          lastError: fault.message,
          nextAttemptAt,
          // Any name that begins to point to us will then count as new.
          ...(fault.code === 'not_pointing' && { wanted: [] }),
          ...(tells && { notifiedAt: now }),
        },
        manager,
      );
      if (tells)
        await this.outbox.addAll(manager, [certificateFailed(domain, fault.message, before.notAfter)]);
    });
  }
}

const soonerOf = (a: Date, b: Date): Date => (a < b ? a : b);
