import { fromBinary } from '@bufbuild/protobuf';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { backoff } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EDGE_KEYS, EdgeConfigPublisher, EdgeStateError } from '@palisade/edge-state';
import { currentTraceparent, inSpanOf } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { signingKeyOf } from '../../config/live-keys.ts';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { PublicationService } from './publication.service.ts';

const BATCH = 200;
const PARALLEL = 50;
const POLL_MS = 1_000;
const RECONCILE_MS = 30_000;
const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 10_000;

interface PendingRow {
  site_id: string;
  version: string;
  document: Buffer;
  /** Empty: a key rotation requires a new signature. */
  key_id: string;
  /** Trace of the change. */
  traceparent: string | null;
}

/**
 * Brings what the database holds to Redis: at once after a change in this process, within a second after one
 * elsewhere, and again after Redis came back without it. Several instances may run; publishing twice is harmless.
 */
@Injectable()
export class ConfigPublisherService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ConfigPublisherService.name);
  private readonly publisher: EdgeConfigPublisher;
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | null = null;
  private again = false;
  private notBefore = 0;
  private failures = 0;
  private readonly onRedisReady = () => void this.reconcile();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(EDGE_REDIS) private readonly redis: Redis,
    private readonly publication: PublicationService,
    @Inject(CONFIG)
    private readonly config: Pick<
      DomainsConfig,
      'PALISADE_CONFIG_SIGNING_KEY' | 'PALISADE_CONFIG_SIGNING_KEY_ID'
    >,
  ) {
    this.publisher = new EdgeConfigPublisher(redis, signingKeyOf(config));
  }

  async onApplicationBootstrap(): Promise<void> {
    this.redis.on('ready', this.onRedisReady);
    this.timers.push(setInterval(() => this.kick(), POLL_MS));
    this.timers.push(setInterval(() => void this.reconcile(), RECONCILE_MS));
    void this.reconcile();
  }

  async onApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearInterval);
    this.redis.off('ready', this.onRedisReady);
    await this.running;
  }

  /** Publishes soon; call after a commit. */
  kick(): void {
    if (Date.now() >= this.notBefore) void this.drain();
  }

  /** Publishes everything that is pending. Never rejects: what fails stays pending and is tried again. */
  drain(): Promise<void> {
    if (this.running !== null) {
      this.again = true;
      return this.running;
    }
    this.running = this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /**
   * Signs again what another key has signed, compares Redis with what was published (versions only: some hundred
   * kilobytes for 10,000 sites), and publishes again what is missing or older there.
   */
  async reconcile(): Promise<void> {
    try {
      await this.signAnewAfterKeyChange();
      const [inRedis, rows] = await Promise.all([
        this.publisher.publishedVersions(),
        this.dataSource.query(
          'SELECT site_id, version FROM publications WHERE published_version = version',
        ) as Promise<{ site_id: string; version: string }[]>,
      ]);
      const missing = rows.filter((row) => inRedis.get(row.site_id) !== BigInt(row.version));
      if (missing.length > 0) {
        this.logger.warn({ sites: missing.length }, 'republishing site configurations missing from Redis');
        await this.dataSource.query(
          `UPDATE publications p SET published_version = NULL
           FROM unnest($1::uuid[], $2::bigint[]) AS m (site_id, version)
           WHERE p.site_id = m.site_id AND p.published_version = m.version`,
          [missing.map((row) => row.site_id), missing.map((row) => row.version)],
        );
      }
      await this.drain();
    } catch (error) {
      this.logger.warn({ err: error }, 'comparing site configurations with Redis failed');
    }
  }

  private async run(): Promise<void> {
    do {
      this.again = false;
      try {
        for (let full = true; full; ) {
          const pending = await this.pending();
          await this.publishAll(pending);
          full = pending.length === BATCH;
        }
        this.failures = 0;
        this.notBefore = 0;
      } catch (error) {
        this.failures++;
        this.notBefore = Date.now() + backoff(this.failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
        this.logger.warn({ err: error, failures: this.failures }, 'publishing site configurations failed');
        return;
      }
    } while (this.again);
  }

  private async publishAll(rows: readonly PendingRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += PARALLEL) {
      const some = rows.slice(start, start + PARALLEL);
      const isOut = await Promise.all(some.map((row) => this.publishOne(row)));
      await this.markPublished(some.filter((_row, index) => isOut[index]));
    }
  }

  private pending(): Promise<PendingRow[]> {
    return this.dataSource.query(
      `SELECT site_id, version, document, key_id, traceparent FROM publications
       WHERE published_version IS DISTINCT FROM version AND changed_at <= now() ORDER BY changed_at LIMIT ${BATCH}`,
    );
  }

  /** @returns whether it is out; if not, what stood in the way was dealt with */
  private async publishOne(row: PendingRow): Promise<boolean> {
    if (row.key_id === '') {
      await this.signAnew(row.site_id);
      this.again = true;
      return false;
    }
    try {
      await publishing(row, () =>
        this.publisher.publish(fromBinary(edgeV1.SiteConfigSchema, row.document), currentTraceparent()),
      );
      return true;
    } catch (error) {
      if (!(error instanceof EdgeStateError)) throw error;
      await this.overcome(row, error);
      return false;
    }
  }

  /**
   * One statement for many: a crash before it only causes the same bytes to be published again. Rows marked for a new
   * signature in between stay marked.
   */
  private async markPublished(rows: readonly PendingRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.dataSource.query(
      `UPDATE publications p SET published_version = d.version, published_at = now(), last_error = NULL, traceparent = NULL
       FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS d (site_id, version, key_id)
       WHERE p.site_id = d.site_id AND p.version = d.version AND p.key_id = d.key_id`,
      [rows.map((row) => row.site_id), rows.map((row) => row.version), rows.map((row) => row.key_id)],
    );
  }

  /** Redis is ahead of the database (which was restored from a backup), or the document cannot be signed at all. */
  private async overcome(row: PendingRow, error: EdgeStateError): Promise<void> {
    this.logger.error(
      { err: error, site: row.site_id, version: row.version },
      'the edge’s store refuses a version',
    );
    if (error.code === 'site_config_stale') {
      const ahead = BigInt((await this.redis.hget(EDGE_KEYS.configVersions, row.site_id)) ?? row.version);
      await this.dataSource.transaction((manager) => this.publication.reissue(manager, row.site_id, ahead));
      this.again = true;
      return;
    }
    // Validated before it was committed, so this is a defect; it must not hold up the sites behind it.
    await this.dataSource.query(
      `UPDATE publications SET last_error = $3, changed_at = now() + interval '1 minute'
       WHERE site_id = $1 AND version = $2`,
      [row.site_id, row.version, error.code],
    );
  }

  private async signAnewAfterKeyChange(): Promise<void> {
    const keyId = this.config.PALISADE_CONFIG_SIGNING_KEY_ID;
    const rows: { site_id: string }[] = await this.dataSource.query(
      'SELECT site_id FROM publications WHERE key_id <> $1',
      [keyId],
    );
    for (const row of rows) await this.signAnew(row.site_id);
  }

  private signAnew(siteId: string): Promise<void> {
    return this.dataSource.transaction((manager) => this.publication.reissue(manager, siteId, 0n));
  }
}

const publishing = (
  { site_id, version, traceparent }: PendingRow,
  work: () => Promise<void>,
): Promise<void> =>
  inSpanOf(
    traceparent ?? undefined,
    {
      kind: 'producer',
      name: 'publish site config',
      attributes: { 'palisade.site.id': site_id, 'palisade.config.version': version },
    },
    work,
  );
