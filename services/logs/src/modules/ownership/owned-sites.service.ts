import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { DomainDirectoryService, type OwnedDomain } from './domain-directory.service.ts';

/** A user's sites as they are stored here. */
export interface OwnedSites {
  numbers: number[];
  nameOf(siteNo: number): string;
  idOf(siteNo: number): string;
}

/** Access control for request data: everything that is shown to somebody is checked here first. */
@Injectable()
export class OwnedSitesService {
  constructor(
    private readonly directory: DomainDirectoryService,
    private readonly sites: SitesRepository,
  ) {}

  /** All of the user's sites, or the one of this id or name. @throws DomainError `domain_not_found` */
  async sitesOf(userId: UserId, domain: string | null): Promise<OwnedSites> {
    const domains = await this.directory.select(userId, domain);
    const numbers = await this.sites.find(domains.map(({ id }) => id));
    const byNumber = new Map<number, OwnedDomain>();
    for (const owned of domains) {
      const number = numbers.get(owned.id);
      if (number !== undefined) byNumber.set(number, owned);
    }
    return {
      numbers: [...byNumber.keys()],
      nameOf: (siteNo) => byNumber.get(siteNo)?.name ?? '',
      idOf: (siteNo) => byNumber.get(siteNo)?.id ?? '',
    };
  }
}
