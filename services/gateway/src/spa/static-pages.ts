import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const pagesSchema = z.object({
  /** Placeholder for the product's origin. */
  origin: z.string().min(1),
  pages: z.array(
    z.object({
      route: z.string(),
      file: z.string(),
      readsQuery: z.boolean(),
      showsPlans: z.boolean(),
      preloads: z.array(z.object({ rel: z.string(), href: z.string(), as: z.string().optional() })),
    }),
  ),
  /** Route of the page for unknown addresses. */
  notFound: z.string(),
  appPaths: z.array(z.string()),
});
type PageEntry = z.infer<typeof pagesSchema>['pages'][number];

/** A name that no address has. */
const SHELL = 'shell';

export interface StaticFile {
  type: string;
  body: string;
  etag: string;
}

export type Found =
  | { kind: 'file'; file: StaticFile }
  /** The app's shell, which renders every other address. */
  | { kind: 'shell' }
  /** The shell for a route with a parameter, such as a domain's name, which may look like a file's. */
  | { kind: 'varying' }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing'; file: StaticFile };

/** Pages that the build rendered (`frontend/tools/prerender`), by address; held in memory with the origin filled in. */
export class StaticPages {
  private readonly files = new Map<string, StaticFile>();
  private readonly queryReaders: ReadonlySet<string>;
  private readonly known: ReadonlySet<string>;
  private readonly varying: readonly RegExp[];

  private constructor(
    private readonly folder: string,
    private readonly origin: string,
    private readonly index: z.infer<typeof pagesSchema>,
  ) {
    const { pages, notFound, appPaths } = index;
    this.queryReaders = new Set(pages.filter(({ readsQuery }) => readsQuery).map(({ route }) => route));
    this.known = new Set([
      ...pages.map(({ route }) => route).filter((route) => route !== notFound),
      ...appPaths,
    ]);
    this.varying = appPaths.filter((route) => route.includes('/:')).map(varyingAddress);
    for (const { route, file } of pages) this.put(route, this.read(file));
    this.put('/robots.txt', this.read('robots.txt'), 'text/plain; charset=utf-8');
    this.put('/sitemap.xml', this.read('sitemap.xml'), 'application/xml; charset=utf-8');
  }

  /** @returns `null` if the build has none, as in development */
  static load(spaDirectory: string, publicUrl: string): StaticPages | null {
    const folder = path.join(spaDirectory, '.pages');
    if (!existsSync(path.join(folder, 'pages.json'))) return null;
    const entries = pagesSchema.parse(JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8')));
    return new StaticPages(folder, new URL(publicUrl).origin, entries);
  }

  /** The app's shell if it was rendered anew; otherwise the build's file is used. */
  get shell(): StaticFile | undefined {
    return this.files.get(SHELL);
  }

  putShell(text: string): void {
    this.put(SHELL, text);
  }

  get all(): readonly PageEntry[] {
    return this.index.pages;
  }

  get planPages(): readonly PageEntry[] {
    return this.index.pages.filter(({ showsPlans }) => showsPlans);
  }

  /** The page from which static pages are rendered. */
  template(): string {
    return this.read('template.html');
  }

  put(route: string, text: string, type = 'text/html; charset=utf-8'): void {
    const body = text.replaceAll(this.index.origin, this.origin);
    this.files.set(route, {
      type,
      body,
      etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    });
  }

  /** @param url path and query as received */
  find(url: string): Found {
    const at = url.indexOf('?');
    const address = at < 0 ? url : url.slice(0, at);
    const query = at < 0 ? '' : url.slice(at);
    const file = this.files.get(address);
    if (file && address !== this.index.notFound) {
      return query.length > 1 && this.queryReaders.has(address) ? { kind: 'shell' } : { kind: 'file', file };
    }
    if (this.known.has(address)) return { kind: 'shell' };
    if (this.varying.some((route) => route.test(address))) return { kind: 'varying' };
    // Other spellings that the app would accept are redirected to the canonical address.
    const tidy = address.toLowerCase().replace(/(?<=[^/])\/$/, '');
    if (this.known.has(tidy)) return { kind: 'redirect', to: tidy + query };
    const missing = this.files.get(this.index.notFound);
    return missing ? { kind: 'missing', file: missing } : { kind: 'shell' };
  }

  private read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }
}

/** Matches the addresses of a route like `/domains/:domain/:tab?`, as the app's router does. */
function varyingAddress(route: string): RegExp {
  const parts = route.split('/').slice(1);
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`;
    return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${pattern.join('')}/?$`);
}

/** The pages of the current build: a new build removes files that the old pages refer to. */
export function currentPages(spaDirectory: string, publicUrl: string): () => StaticPages | null {
  const index = path.join(spaDirectory, '.pages', 'pages.json');
  let builtAt = 0;
  let pages: StaticPages | null = null;
  return () => {
    const now = statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now !== builtAt) {
      pages = StaticPages.load(spaDirectory, publicUrl);
      builtAt = now;
    }
    return pages;
  };
}
