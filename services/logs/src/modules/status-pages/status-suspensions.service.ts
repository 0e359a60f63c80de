import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { auditEvent, EventPublisher } from '@palisade/messaging/nest';
import { DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { PublicStatusService } from './public-status.service.ts';
import { type PageOfSite, StatusPageRepository } from './status-page.repository.ts';
import { suspensionOf } from './status-page.schema.ts';
import type { AdminStatusPage, StatusPagesQuery } from './status-suspension.schema.ts';

/** Administrators suspend pages that mislead or insult, and lift suspensions. */
@Injectable()
export class StatusSuspensionsService {
  constructor(
    private readonly directory: DomainDirectoryService,
    private readonly sites: SitesRepository,
    private readonly pages: StatusPageRepository,
    private readonly published: PublicStatusService,
    private readonly publisher: EventPublisher,
  ) {}

  async list({ owner_id, slug }: StatusPagesQuery): Promise<{ pages: AdminStatusPage[] }> {
    if (slug !== undefined) return { pages: await this.viewsOf(await this.pages.withSlug(slug)) };
    const owned = await this.directory.domainsOf(owner_id as UserId);
    const numbers = await this.sites.find(owned.map(({ id }) => id));
    return { pages: await this.viewsOf(await this.pages.ofSites([...numbers.values()])) };
  }

  /**
   * The page is taken down, and stays so when the suspension is lifted. @throws DomainError `status_page_not_found`,
   * `status_page_suspended`
   */
  suspend(admin: UserCaller, domainId: string, reason: string): Promise<AdminStatusPage> {
    return this.change(admin, domainId, reason);
  }

  /** @throws DomainError `status_page_not_found`, `status_page_not_suspended` */
  unsuspend(admin: UserCaller, domainId: string): Promise<AdminStatusPage> {
    return this.change(admin, domainId, null);
  }

  private async change(admin: UserCaller, domainId: string, reason: string | null): Promise<AdminStatusPage> {
    const siteNo = (await this.sites.find([domainId])).get(domainId);
    const page = siteNo === undefined ? null : await this.pages.ofSite(siteNo);
    const [view] = page === null ? [] : await this.viewsOf([{ ...page, site_id: domainId }]);
    if (siteNo === undefined || view === undefined)
      throw new DomainError('not_found', 'status_page_not_found', 'Status page not found');
    const slug = await this.pages.inTurn(siteNo, async (manager) => {
      const changed = await this.pages.suspend(manager, { siteNo, ownerId: view.owner_id }, reason);
      if (changed === null) throw unchanged(reason);
      // An act that cannot be recorded and announced is refused.
      await this.tell(admin, view, reason);
      return changed;
    });
    this.published.forget([slug]);
    const [after] = await this.viewsOf(await this.pages.withSlug(slug));
    return after ?? view;
  }

  private async tell(admin: UserCaller, page: AdminStatusPage, reason: string | null): Promise<void> {
    const payload = { suspensionId: uuidV7(), ownerId: page.owner_id, domainName: page.domain_name };
    try {
      await this.publisher.publish([
        reason === null
          ? auditEvent(admin, 'status_page.unsuspended', page.domain_id, { owner: page.owner_id })
          : auditEvent(admin, 'status_page.suspended', page.domain_id, { owner: page.owner_id, reason }),
        reason === null
          ? { type: 'logs.status_page_unsuspended.v1', key: page.owner_id, payload }
          : { type: 'logs.status_page_suspended.v1', key: page.owner_id, payload: { ...payload, reason } },
      ]);
    } catch (error) {
      const detail = 'This cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'service_unavailable', detail, { cause: error, retryAfter: 5 });
    }
  }

  /** Of sites that still have an owner. */
  private async viewsOf(pages: readonly PageOfSite[]): Promise<AdminStatusPage[]> {
    const domains = await this.directory.summariesOf(pages.map(({ site_id }) => site_id));
    return pages.flatMap((page) => {
      const domain = domains.get(page.site_id);
      if (domain === undefined) return [];
      return [
        {
          domain_id: page.site_id,
          domain_name: domain.name,
          owner_id: domain.ownerId,
          slug: page.slug,
          name: page.name,
          note: page.note,
          is_on: page.is_on,
          suspension: suspensionOf(page),
        },
      ];
    });
  }
}

const unchanged = (reason: string | null): DomainError =>
  reason === null
    ? new DomainError('conflict', 'status_page_not_suspended', 'This page is not suspended.')
    : new DomainError('conflict', 'status_page_suspended', 'This page is already suspended.');
