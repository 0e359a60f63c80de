import { Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { atomFeed } from './atom-feed.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import { type PublicStatus, SLUG } from './status-page.schema.ts';
import { StatusViewService } from './status-view.service.ts';

/** However many ask, a page is made once in so long; another instance shows a change as late. Milliseconds. */
export const FRESH_MS = 15_000;
const MAX_CACHED = 1_000;

export interface Published {
  status: PublicStatus;
  feed: string;
}

/** Pages as strangers see them. */
@Injectable()
export class PublicStatusService {
  private readonly cached = new Map<string, { page: Promise<Published | null>; untilMs: number }>();

  constructor(
    private readonly pages: StatusPageRepository,
    private readonly views: StatusViewService,
  ) {}

  /** @throws DomainError `status_page_not_found`, also for one that is switched off */
  async find(slug: string): Promise<Published> {
    // What cannot be an address costs nothing.
    const page = SLUG.test(slug) ? await this.read(slug) : null;
    if (page === null) throw new DomainError('not_found', 'status_page_not_found', 'Status page not found');
    return page;
  }

  /** Its owner has changed it, and looks at once. */
  forget(slugs: readonly (string | undefined)[]): void {
    for (const slug of slugs) if (slug !== undefined) this.cached.delete(slug);
  }

  private read(slug: string): Promise<Published | null> {
    const nowMs = Date.now();
    const known = this.cached.get(slug);
    if (known !== undefined && nowMs < known.untilMs) return known.page;
    const page = this.make(slug, nowMs);
    const entry = { page, untilMs: nowMs + FRESH_MS };
    this.cached.delete(slug);
    this.cached.set(slug, entry);
    if (this.cached.size > MAX_CACHED) this.cached.delete(this.cached.keys().next().value!);
    // A failure is not kept.
    page.catch(() => {
      if (this.cached.get(slug) === entry) this.cached.delete(slug);
    });
    return page;
  }

  private async make(slug: string, nowMs: number): Promise<Published | null> {
    const page = await this.pages.bySlug(slug);
    if (page === null) return null;
    const status = await this.views.of(page, nowMs);
    return { status, feed: atomFeed(page.page_id, slug, status) };
  }
}
