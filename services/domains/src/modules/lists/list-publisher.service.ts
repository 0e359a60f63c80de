import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ClientListsPublisher, EdgeStateError, emptyListSet } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { signingKeyOf } from '../../config/live-keys.ts';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { ListPublicationsRepository, type PendingList } from './list-publications.repository.ts';

const POLL_MS = 1_000;
const RECONCILE_MS = 30_000;

/**
 * Publishes lists to the edges' Redis: at once after a change in this process, within a second after one elsewhere, and
 * again if Redis lost them or the signing key changed. Several instances may run; publishing twice is harmless.
 */
@Injectable()
export class ListPublisherService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ListPublisherService.name);
  private readonly publisher: ClientListsPublisher;
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | null = null;
  private again = false;

  constructor(
    private readonly lists: ListPublicationsRepository,
    @Inject(EDGE_REDIS) redis: Redis,
    @Inject(CONFIG)
    private readonly config: Pick<
      DomainsConfig,
      'PALISADE_CONFIG_SIGNING_KEY' | 'PALISADE_CONFIG_SIGNING_KEY_ID'
    >,
  ) {
    this.publisher = new ClientListsPublisher(redis, signingKeyOf(config));
  }

  onApplicationBootstrap(): void {
    this.timers.push(setInterval(() => this.kick(), POLL_MS));
    this.timers.push(setInterval(() => void this.reconcile(), RECONCILE_MS));
    void this.reconcile();
  }

  async onApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearInterval);
    await this.running;
  }

  /** Publishes soon; to be called after a commit. */
  kick(): void {
    if (this.running !== null) {
      this.again = true;
      return;
    }
    this.running = this.run().finally(() => {
      this.running = null;
    });
  }

  /** Removes deleted lists from the edges' Redis. Throws Redis's errors. */
  forget(ids: readonly string[]): Promise<void> {
    return this.publisher.forget(ids);
  }

  /** Publishes again what Redis has lost, or another key signed. */
  async reconcile(): Promise<void> {
    try {
      await this.lists.raiseSignedByOthers(this.config.PALISADE_CONFIG_SIGNING_KEY_ID);
      const inRedis = await this.publisher.publishedVersions();
      const missing = (await this.lists.published()).filter(
        ({ id, version }) => inRedis.get(id) !== BigInt(version),
      );
      if (missing.length > 0) await this.lists.publishAgain(missing.map(({ id }) => id));
      this.kick();
    } catch (error) {
      this.logger.warn({ err: error }, 'comparing lists with Redis failed');
    }
  }

  /** One list at a time, as each may have megabytes. */
  private async run(): Promise<void> {
    do {
      this.again = false;
      try {
        for (let next = await this.lists.pending(); next !== null; next = await this.lists.pending())
          await this.publish(next);
      } catch (error) {
        this.logger.warn({ err: error }, 'publishing lists failed');
        return;
      }
    } while (this.again);
  }

  private async publish(list: PendingList): Promise<void> {
    const { id, owner_id: ownerId, name, removed } = list;
    const header = { id, ownerId, name, removed, version: Number(list.version) };
    try {
      await this.publisher.publish(header, removed ? emptyListSet(list.holds) : list.content);
      await this.lists.markPublished(list, this.config.PALISADE_CONFIG_SIGNING_KEY_ID);
    } catch (error) {
      if (!(error instanceof EdgeStateError) || error.code !== 'client_list_stale') throw error;
      // The database was restored from a backup.
      const ahead = (await this.publisher.publishedVersions()).get(id) ?? BigInt(list.version);
      this.logger.error(
        { list: id, version: list.version, ahead: String(ahead) },
        'the edge’s store is ahead',
      );
      await this.lists.raise(id, ahead);
    }
  }
}
