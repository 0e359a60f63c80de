import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { NodeBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import {
  type EdgeDnsSettings,
  type EdgeDnsView,
  readEdgeDnsSettings,
} from '../../config/edge-dns-settings.ts';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { type Addresses, changesTo } from '../../dns-updates/address-changes.ts';
import { updateZone } from '../../dns-updates/dns-update.ts';
import { answersOf, NodesInService } from './edge-answers.rules.ts';

const LOOK_MS = 2_000;
/** Interval of repeating unchanged records, ms, as the name server may have returned to an older zone. */
const REPEAT_MS = 300_000;

/**
 * Wait after a failure, ms, doubled each time, so that an unreachable name server is not asked for all views at each
 * check.
 */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

interface Written {
  readonly addresses: string;
  readonly atMs: number;
}

interface Failed {
  readonly delayMs: number;
  readonly untilMs: number;
}

/**
 * Maintains the edge's addresses in a zone of the operator's name server: of nodes that report, have a listening worker
 * and are not drained. While this is unknown, or no node is in service, the zone stays unchanged. If all nodes fall
 * silent at once, it keeps the previous ones.
 */
@Injectable()
export class EdgeDnsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EdgeDnsService.name);
  private readonly board: NodeBoard;
  /** Null: no zone is maintained. */
  private readonly settings: EdgeDnsSettings | null;
  private readonly nodes = new NodesInService();
  private readonly written = new Map<EdgeDnsView, Written>();
  private readonly failed = new Map<EdgeDnsView, Failed>();
  private state = '';
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @Inject(EDGE_REDIS) redis: Redis,
    @Inject(CONFIG) { PALISADE_EDGE_DNS_FILE: file }: Pick<DomainsConfig, 'PALISADE_EDGE_DNS_FILE'>,
  ) {
    this.board = new NodeBoard(redis);
    this.settings = file === undefined ? null : readEdgeDnsSettings(file);
  }

  onApplicationBootstrap(): void {
    if (this.settings !== null) this.next();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.looking;
  }

  /** Checks the nodes and updates the zone. */
  async look(): Promise<void> {
    const { settings } = this;
    if (settings === null) return;
    try {
      const absences = this.nodes.look(Object.keys(settings.nodes), await this.board.read());
      this.noteState(
        [...absences].map(([node, absence]) => `${node}: ${absence ?? 'in service'}`).join(', '),
      );
      await Promise.all(
        settings.views.map(async (view) => {
          const addresses = answersOf(settings, view, absences);
          if (addresses !== null) await this.write(settings, view, addresses);
        }),
      );
    } catch (error) {
      const state = 'not known';
      if (this.state !== state)
        this.logger.error({ err: error }, 'the edge nodes cannot be read; the zone stays as it is');
      this.state = state;
    }
  }

  private next(): void {
    this.looking = this.look().finally(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.next(), LOOK_MS);
    });
  }

  private async write(settings: EdgeDnsSettings, view: EdgeDnsView, addresses: Addresses): Promise<void> {
    const { server, zone } = settings;
    const failed = this.failed.get(view);
    if (failed !== undefined && failed.untilMs > performance.now()) return;
    const before = this.written.get(view);
    const text = [...addresses.ipv4, ...addresses.ipv6].join(' ');
    if (before?.addresses === text && performance.now() - before.atMs < REPEAT_MS) return;
    const key = { name: view.key.name, secret: Buffer.from(view.key.secret, 'base64') };
    try {
      await updateZone({ server, zone, key }, changesTo(settings, addresses));
      this.failed.delete(view);
      this.written.set(view, { addresses: text, atMs: performance.now() });
      if (before?.addresses !== text)
        this.logger.log({ view: view.view, addresses: text }, 'the zone was updated');
    } catch (error) {
      this.written.delete(view);
      const delayMs = failed === undefined ? RETRY_MS : Math.min(failed.delayMs * 2, MAX_RETRY_MS);
      this.failed.set(view, { delayMs, untilMs: performance.now() + delayMs });
      this.logger.error({ err: error, view: view.view }, 'the zone could not be updated');
    }
  }

  private noteState(state: string): void {
    if (state === this.state) return;
    this.state = state;
    this.logger.log({ state }, 'edge nodes as the zone has them');
  }
}
