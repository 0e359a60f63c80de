import { Inject, Injectable } from '@nestjs/common';
import { type NodeOriginHealth, OriginHealthBoard, originName } from '@palisade/edge-state';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { OriginConfig } from '@palisade/site-policy';
import type { Redis } from 'ioredis';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { SitePolicyService } from '../site-policy/site-policy.service.ts';
import type { OriginList, OriginState } from './origin.schema.ts';

/** The servers behind a site, and what the edge nodes think of them. */
@Injectable()
export class OriginsService {
  private readonly board: OriginHealthBoard;

  constructor(
    private readonly configs: SitePolicyService,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.board = new OriginHealthBoard(redis);
  }

  /** The first origin first. @throws DomainError `domain_not_found`, `origin_health_unavailable` */
  async list(ownerId: UserId, id: DomainId): Promise<OriginList> {
    const { originConfig } = await this.configs.get(ownerId, id);
    const checked = originConfig.health_check.enabled;
    const seen = checked ? await this.seen(id) : [];
    return { checked, origins: membersOf(originConfig).map((member) => withHealth(member, seen)) };
  }

  private async seen(id: DomainId): Promise<NodeOriginHealth[]> {
    try {
      return await this.board.read(id);
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        'origin_health_unavailable',
        'The health of origins cannot be read right now.',
        { cause },
      );
    }
  }
}

type Member = Omit<OriginState, 'healthy' | 'nodes'>;

function membersOf(config: OriginConfig): Member[] {
  const first = { host: config.origin_host, port: config.origin_port, useTls: config.origin_use_tls };
  return [
    {
      origin: originName(first),
      weight: config.origin_weight,
      backup: false,
      places: config.origin_places,
      drain_until: config.origin_drain_until,
    },
    ...config.additional_origins.map(({ host, port, protocol, weight, backup, places, drain_until }) => ({
      origin: originName({ host, port, useTls: protocol === 'https' }),
      weight,
      backup,
      places: places ?? [],
      drain_until: drain_until ?? null,
    })),
  ];
}

function withHealth(member: Member, seen: readonly NodeOriginHealth[]): OriginState {
  const nodes = seen
    .filter(({ origin }) => origin === member.origin)
    .map(({ node, healthy, status, problem, latencyMs, checkedAtMs }) => ({
      node,
      healthy,
      status: status === 0 ? null : status,
      problem,
      latency_ms: latencyMs === 0 ? null : Math.round(latencyMs * 10) / 10,
      checked_at: new Date(checkedAtMs).toISOString(),
    }));
  return { ...member, healthy: nodes.length === 0 ? null : nodes.every(({ healthy }) => healthy), nodes };
}
