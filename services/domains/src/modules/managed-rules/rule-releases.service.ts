import { Inject, Injectable, Logger } from '@nestjs/common';
import { NodeBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import type { RuleReleasesView } from './rule-sets.schema.ts';

/** A node that has been silent for longer says nothing of what there is. */
const SPEAKS_MS = 60_000;

/** Which rule sets, lists and scanners the operator has set up on the edges, by what these report. */
@Injectable()
export class RuleReleasesService {
  private readonly logger = new Logger(RuleReleasesService.name);
  private readonly board: NodeBoard;

  constructor(@Inject(EDGE_REDIS) redis: Redis) {
    this.board = new NodeBoard(redis);
  }

  async view(): Promise<RuleReleasesView> {
    try {
      const nodes = (await this.board.read()).filter(({ silentMs }) => silentMs <= SPEAKS_MS);
      const counts = new Map<string, number>();
      for (const { ruleReleases } of nodes)
        for (const { name, isCandidate } of ruleReleases)
          if (!isCandidate) counts.set(name, (counts.get(name) ?? 0) + 1);
      const releases = [...counts].map(([name, count]) => ({ name, nodes: count }));
      return {
        releases: releases.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
        nodes: nodes.length,
        // Nodes of older versions do not report this. They have no list of passwords, and may have a scanner.
        lacking: {
          leaked_passwords: nodes.filter(({ helpers }) => helpers?.leakedPasswords !== true).length,
          upload_scanner: nodes.filter(({ helpers }) => helpers?.uploadScanner === false).length,
        },
      };
    } catch (error) {
      this.logger.warn({ err: error }, 'reading installed rule releases from the edge nodes failed');
      return { releases: null, nodes: 0, lacking: { leaked_passwords: 0, upload_scanner: 0 } };
    }
  }
}
