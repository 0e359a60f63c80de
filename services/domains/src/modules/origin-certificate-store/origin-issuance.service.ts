import { X509Certificate } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type DomainId, SecretBox, SecretBoxError } from '@palisade/nest-kit';
import type { OriginConfig } from '@palisade/site-policy';
import type { EntityManager } from 'typeorm';
import { renewalTime } from '../certificates/renewal-schedule.rules.ts';
import { ClockService } from '../clock/clock.service.ts';
import { type IssuedPair, issueClientCertificate, newAuthority } from './issue-certificate.ts';
import type { OriginAuthority } from './origin-certificate.entity.ts';
import { OriginCertificatesRepository } from './origin-certificates.repository.ts';

interface Site {
  id: DomainId;
  domainName: string;
}

export const originAuthorityContext = (domainId: string): string => `domains.origin_authorities.${domainId}`;
export const nextOriginAuthorityContext = (domainId: string): string =>
  `domains.origin_authorities.next.${domainId}`;

/** Issues the certificates that the edge presents to sites' servers. The caller's transaction holds the domain. */
@Injectable()
export class OriginIssuanceService {
  private readonly logger = new Logger(OriginIssuanceService.name);

  constructor(
    private readonly store: OriginCertificatesRepository,
    private readonly secrets: SecretBox,
    private readonly clock: ClockService,
  ) {}

  /**
   * What the edge presents under this setting; an automatic one is issued, or renewed, if that is due. Null: nothing.
   */
  async material(
    manager: EntityManager,
    site: Site,
    setting: OriginConfig['origin_client_certificate'],
  ): Promise<{ chain_pem: string; sealed_key: Buffer } | null> {
    if (setting === 'off') return null;
    if (setting === 'automatic') {
      try {
        await this.ensure(manager, site);
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        // The site is published with the certificate that it has.
        this.logger.error({ err: error, domain: site.id }, 'a certificate for an origin cannot be renewed');
      }
    }
    return this.store.material(manager, site.id, setting);
  }

  /** Makes sure that the site has an authority and a certificate of it whose renewal is not due. */
  async ensure(manager: EntityManager, site: Site): Promise<void> {
    const known = await this.store.find(manager, site.id, 'automatic');
    if (known !== null && renewalTime(known.notBefore, known.notAfter, always) > this.now) return;
    await this.issue(manager, site);
  }

  /** The authority that takes over next; prepared where none is. Null: the site has no authority. */
  async prepareSuccessor(manager: EntityManager, site: Site): Promise<OriginAuthority | null> {
    const authority = await this.store.authority(site.id, manager);
    if (authority === null || authority.nextCertificatePem !== null) return authority;
    const { certificatePem, keyPem } = await newAuthority(site.id, this.now);
    const prepared: OriginAuthority = {
      ...authority,
      nextCertificatePem: certificatePem,
      nextSealedKey: this.secrets.seal(keyPem, nextOriginAuthorityContext(site.id)),
    };
    await this.store.putAuthority(manager, prepared);
    return prepared;
  }

  /** The prepared authority takes over and issues a certificate. @returns false where none is prepared */
  async switchAuthority(manager: EntityManager, site: Site): Promise<boolean> {
    const authority = await this.store.authority(site.id, manager);
    if (authority === null || authority.nextCertificatePem === null || authority.nextSealedKey === null)
      return false;
    const keyPem = this.secrets.open(authority.nextSealedKey, nextOriginAuthorityContext(site.id));
    await this.putAuthority(manager, site.id, { certificatePem: authority.nextCertificatePem, keyPem });
    await this.issue(manager, site);
    return true;
  }

  private async issue(manager: EntityManager, site: Site): Promise<void> {
    const issued = await issueClientCertificate(await this.authorityOf(manager, site.id), site, this.now);
    const { validFromDate, validToDate } = new X509Certificate(issued.certificatePem);
    await this.store.put(manager, site.id, 'automatic', {
      chainPem: issued.certificatePem,
      keyPem: issued.keyPem,
      dueAt: renewalTime(validFromDate, validToDate, always),
    });
  }

  private async authorityOf(manager: EntityManager, id: DomainId): Promise<IssuedPair> {
    const known = await this.store.authority(id, manager);
    if (known !== null) {
      const keyPem = this.secrets.open(known.sealedKey, originAuthorityContext(id));
      return { certificatePem: known.certificatePem, keyPem };
    }
    const made = await newAuthority(id, this.now);
    await this.putAuthority(manager, id, made);
    return made;
  }

  private async putAuthority(manager: EntityManager, domainId: DomainId, pair: IssuedPair): Promise<void> {
    await this.store.putAuthority(manager, {
      domainId,
      certificatePem: pair.certificatePem,
      sealedKey: this.secrets.seal(pair.keyPem, originAuthorityContext(domainId)),
      nextCertificatePem: null,
      nextSealedKey: null,
    });
  }

  private get now(): Date {
    return new Date(this.clock.now());
  }
}

/** Renewals are ours alone: no authority has to be spared their coming all at once. */
const always = () => 0;
