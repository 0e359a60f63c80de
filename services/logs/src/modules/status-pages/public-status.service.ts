import { Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { LRUCache } from 'lru-cache';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { atomFeed } from './atom-feed.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import { SLUG } from './status-page.schema.ts';
import { StatusViewService } from './status-view.service.ts';

/**
 * A page is rendered once in this time, however many ask; other instances show a change with the same delay.
 * Milliseconds.
 */
export const CACHE_TTL_MS = 15_000;
export const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Overhead of a cache entry beyond its bytes. */
const ENTRY_BYTES = 500;

/** As sent, so that a page with thousands of readers is serialised once. */
export interface Published {
  json: Buffer;
  feed: Buffer;
}

interface Kept {
  /** Null: there is no page at this address. */
  page: Published | null;
  untilMs: number;
}

/** Public pages, with a cache. */
@Injectable()
export class PublicStatusService {
  private readonly cached = new LRUCache<string, Kept>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ page }) => ENTRY_BYTES + (page === null ? 0 : page.json.length + page.feed.length),
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: Date,
  });
  private readonly making = new Map<string, Promise<Kept>>();

  constructor(
    private readonly pages: StatusPageRepository,
    private readonly views: StatusViewService,
    private readonly directory: DomainDirectoryService,
  ) {}

  /**
   * With the seconds for which it may be cached: the remaining time here.
   * @throws DomainError `status_page_not_found`, also for one that is not public
   */
  async find(slug: string): Promise<Published & { freshSeconds: number }> {
    // A malformed address costs nothing.
    const kept = SLUG.test(slug) ? await this.read(slug) : null;
    if (!kept?.page) throw new DomainError('not_found', 'status_page_not_found', 'Status page not found');
    const freshSeconds = Math.max(0, Math.floor((kept.untilMs - Date.now()) / 1_000));
    return { ...kept.page, freshSeconds };
  }

  /** The owner has changed it, and expects to see the change at once. */
  forget(slugs: readonly (string | undefined)[]): void {
    for (const slug of slugs)
      if (slug !== undefined) {
        this.cached.delete(slug);
        this.making.delete(slug);
      }
  }

  private async read(slug: string): Promise<Kept> {
    const nowMs = Date.now();
    const known = this.cached.get(slug) ?? this.making.get(slug);
    if (known !== undefined) return known;
    const making = this.make(slug, nowMs).then((page): Kept => {
      // A page that was invalidated while it was rendered may be outdated: only callers from before the change get it.
      if (this.making.get(slug) !== making) return { page, untilMs: nowMs };
      // Its age counts from the start of rendering: later changes are not included.
      const kept = { page, untilMs: nowMs + CACHE_TTL_MS };
      this.cached.set(slug, kept, { start: nowMs });
      return kept;
    });
    this.making.set(slug, making);
    try {
      return await making;
    } finally {
      if (this.making.get(slug) === making) this.making.delete(slug);
    }
  }

  private async make(slug: string, nowMs: number): Promise<Published | null> {
    const page = await this.pages.bySlug(slug);
    // The stored owner may be outdated: a domain may be removed, or an account closed for abuse.
    if (page === null || !(await this.directory.speaksInPublic(page.site_id))) return null;
    const status = await this.views.of(page, nowMs);
    return {
      json: Buffer.from(JSON.stringify(status)),
      feed: Buffer.from(atomFeed(page.page_id, slug, status)),
    };
  }
}
