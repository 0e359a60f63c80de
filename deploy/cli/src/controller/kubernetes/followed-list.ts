import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from './backoff.ts';
import { isGone, isMissing, type KubeClient, type KubeObject } from './client.ts';
import { pagesOf } from './pages.ts';

const RETRY = { firstMs: 1_000, maxMs: 30_000 } as const;
/** Minimum duration of a watch without events, ms; one that ends sooner has failed, for example closed by a proxy. */
const WATCHED_MS = 1_000;

export interface FollowedListEvents<T> {
  /** `before` is what was known; `now` null: it is gone. */
  onChange(name: string, now: T | null, before: T | null): void;
  onTrouble(error: unknown): void;
}

/**
 * All objects of a kind in a namespace, as of the latest change: listed once, then watched from that version on. Where the server has
 * forgotten the version (410), it lists again and reports objects that were deleted meanwhile.
 */
export class FollowedList<T extends KubeObject> {
  readonly items = new Map<string, T>();
  private isListed = false;
  private readonly backoff = new Backoff(RETRY.firstMs, RETRY.maxMs);

  constructor(
    private readonly client: KubeClient,
    private readonly path: string,
    private readonly events: FollowedListEvents<T>,
  ) {}

  /** Whether everything has been seen once. */
  get listed(): boolean {
    return this.isListed;
  }

  /** Until `signal`; no outage ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const client = this.client.until(signal);
    let version: string | null = null;
    while (!signal.aborted) {
      try {
        version ??= await this.list(client);
        const begun = performance.now();
        let isWatched = false;
        for await (const event of client.watch<T>(this.path, version)) {
          isWatched = true;
          this.backoff.reset();
          version = (event.object !== null && versionOf(event.object as T)) || version;
          if (event.type === 'BOOKMARK' || event.type === 'ERROR') continue;
          this.take(event.object, event.type === 'DELETED');
        }
        if (isWatched || performance.now() - begun > WATCHED_MS) this.backoff.reset();
        else await this.pause(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isGone(error)) version = null;
        else this.events.onTrouble(error);
        await this.pause(signal);
      }
    }
  }

  /** Stores the answer of the controller's own write at once, without reporting a change; the watch may report it later. */
  async write(name: string, call: () => Promise<T>): Promise<T> {
    const before = this.items.get(name);
    const now = await call();
    // The watch may have reported a newer version than the answer; if an older one, it will report this one as well.
    if (before !== undefined && this.items.get(name) === before) this.items.set(name, now);
    return now;
  }

  /** Asks what an object is now, as where a write has shown that it is not what was known. */
  async refresh(name: string): Promise<void> {
    const before = this.items.get(name);
    if (before === undefined) return;
    const now = await this.client
      .get<T>(`${this.path}/${encodeURIComponent(name)}`)
      .catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
    if (this.items.get(name) === before) this.take(now ?? before, now === null);
  }

  private async pause(signal: AbortSignal): Promise<void> {
    await sleep(this.backoff.next(), undefined, { signal }).catch(() => undefined); // Stopped.
  }

  private async list(client: KubeClient): Promise<string> {
    const seen = new Set<string>();
    let version = '';
    for await (const { items, metadata } of pagesOf<T>(client, this.path)) {
      for (const item of items) {
        seen.add(item.metadata.name);
        this.take(item, false);
      }
      version = metadata.resourceVersion;
    }
    for (const item of [...this.items.values()]) if (!seen.has(item.metadata.name)) this.take(item, true);
    this.isListed = true;
    return version;
  }

  private take(object: T, isGone: boolean): void {
    const { name, resourceVersion } = object.metadata;
    const before = this.items.get(name) ?? null;
    if (isGone) this.items.delete(name);
    else this.items.set(name, object);
    if (isGone || before?.metadata.resourceVersion !== resourceVersion)
      this.events.onChange(name, isGone ? null : object, before);
  }
}

const versionOf = ({ metadata }: KubeObject): string => metadata.resourceVersion ?? '';
