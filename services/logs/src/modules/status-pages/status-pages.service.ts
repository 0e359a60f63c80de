import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, type UserId, violatedUnique } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { DomainDirectoryService, type OwnedDomain } from '../ownership/domain-directory.service.ts';
import { isFormerOfAnother, keepFormer } from './former-slugs.repository.ts';
import { hasKeptSuspension, hasOtherSuspended, takeOverSuspension } from './owner-suspensions.repository.ts';
import { PublicStatusService } from './public-status.service.ts';
import { unguessableSlug } from './slug.rules.ts';
import { type PageRow, StatusPageRepository } from './status-page.repository.ts';
import { type OwnerPage, type PageInput, suspensionOf } from './status-page.schema.ts';
import { StatusViewService } from './status-view.service.ts';

/** A site's page, as its owner sees and changes it. */
@Injectable()
export class StatusPagesService {
  constructor(
    private readonly directory: DomainDirectoryService,
    private readonly sites: SitesRepository,
    private readonly pages: StatusPageRepository,
    private readonly views: StatusViewService,
    private readonly published: PublicStatusService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async read(userId: UserId, domain: string): Promise<OwnerPage> {
    const { owned, siteNo } = await this.siteOf(userId, domain);
    return this.viewOf(siteNo, owned);
  }

  /** @throws DomainError `domain_not_found`, `domain_not_verified`, `status_address_taken`, `status_page_suspended` */
  async save(userId: UserId, domain: string, input: PageInput): Promise<OwnerPage> {
    const { owned, siteNo } = await this.siteOf(userId, domain);
    const owner = { siteNo, ownerId: userId, isVerified: owned.isVerified };
    try {
      const { changed, isRefused } = await this.pages.inTurn(siteNo, (manager) =>
        this.write(manager, owner, input),
      );
      this.published.forget(changed);
      if (isRefused) throw suspended('An administrator has suspended a status page of this account.');
    } catch (error) {
      if (violatedUnique(error) === 'status_pages_slug') throw addressTaken();
      throw error;
    }
    return this.viewOf(siteNo, owned);
  }

  /**
   * Under the page's lock, so a concurrent save is visible: this one changes only the fields it contains. @returns
   * `changed`: the addresses affected; `isRefused`: it is saved, but not public
   */
  private async write(
    manager: EntityManager,
    owner: { siteNo: number; ownerId: UserId; isVerified: boolean },
    input: PageInput,
  ): Promise<{ changed: string[]; isRefused: boolean }> {
    const { siteNo, ownerId } = owner;
    const before = await this.pages.ofSite(siteNo, manager);
    const choosesSlug = typeof input.slug === 'string' && input.slug !== before?.slug;
    // A page represents a site in public: it requires a verified domain.
    if ((input.is_on || choosesSlug) && !owner.isVerified)
      throw new DomainError('conflict', 'domain_not_verified', 'Please verify the domain first.');
    if (input.is_on && before?.suspended_at != null)
      throw suspended('An administrator has suspended this page.');
    const isPublic = before?.is_on === true;
    const switchesOn = input.is_on && !isPublic;
    if (switchesOn && (await hasOtherSuspended(manager, siteNo, ownerId)))
      throw suspended('An administrator has suspended another status page of this account.');
    const isRefused = switchesOn && (await hasKeptSuspension(manager, ownerId));
    const slug = input.slug ?? ((input.slug === undefined && before?.slug) || unguessableSlug());
    if (before !== null && before.slug !== slug) await keepFormer(manager, siteNo);
    await this.pages.write(manager, {
      site_no: siteNo,
      owner_id: ownerId,
      page_id: before?.page_id ?? uuidV7(),
      is_on: input.is_on && !isRefused,
      slug,
      name: input.name,
      note: input.note,
      shows_uptime: input.shows_uptime,
      shows_outages: input.shows_outages,
    });
    if (!isPublic) await takeOverSuspension(manager, siteNo, ownerId);
    // Checked under the lock, when any transaction that releases it has committed.
    if (await isFormerOfAnother(manager, slug, owner)) throw addressTaken();
    return { changed: before === null || before.slug === slug ? [slug] : [slug, before.slug], isRefused };
  }

  /** The site of a saved page. @throws DomainError `domain_not_found`, `status_page_not_found` */
  async savedPage(userId: UserId, domain: string): Promise<{ page: PageRow; owned: OwnedDomain }> {
    const { owned, siteNo } = await this.siteOf(userId, domain);
    const page = await this.pages.ofSite(siteNo);
    if (page === null) throw new DomainError('not_found', 'status_page_not_found', 'Status page not found');
    return { page, owned };
  }

  async viewOf(siteNo: number, { name }: OwnedDomain): Promise<OwnerPage> {
    const kept = await this.pages.ofSite(siteNo);
    const page = kept ?? neverSaved(siteNo, name);
    return {
      is_on: page.is_on,
      name: page.name,
      note: page.note,
      slug: kept?.slug ?? null,
      shows_uptime: page.shows_uptime,
      shows_outages: page.shows_outages,
      suspension: suspensionOf(page),
      preview: await this.views.of(page, Date.now()),
    };
  }

  private async siteOf(userId: UserId, domain: string): Promise<{ owned: OwnedDomain; siteNo: number }> {
    const [owned] = await this.directory.select(userId, domain);
    // A site without traffic has no number yet.
    await this.sites.ensure([owned!.id]);
    return { owned: owned!, siteNo: this.sites.numberOf(owned!.id) };
  }
}

const suspended = (detail: string) => new DomainError('conflict', 'status_page_suspended', detail);

function addressTaken(): DomainError {
  const message = 'This address is taken';
  return new DomainError('conflict', 'status_address_taken', message, {
    fields: [{ path: 'slug', message }],
  });
}

const neverSaved = (siteNo: number, name: string): PageRow => ({
  site_no: siteNo,
  page_id: '',
  is_on: false,
  slug: '',
  name,
  note: '',
  shows_uptime: true,
  shows_outages: true,
  updated_at: new Date(),
  suspended_at: null,
  suspension_reason: null,
});
