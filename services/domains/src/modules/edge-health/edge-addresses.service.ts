import { Inject, Injectable, Logger } from '@nestjs/common';
import { NodeBoard, type SeenNode } from '@palisade/edge-state';
import { DomainError } from '@palisade/nest-kit';
import { canonicalAddress } from '@palisade/site-policy';
import type { Redis } from 'ioredis';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import type { EdgeAddresses } from './edge-addresses.schema.ts';

/** Strangers ask as often as they like; Redis is read once in this time. */
const KEPT_MS = 5_000;

/** Where the edge's connections to origins come from. A node keeps its place for a day of silence, or until it is stopped. */
@Injectable()
export class EdgeAddressesService {
  private readonly logger = new Logger(EdgeAddressesService.name);
  private readonly board: NodeBoard;
  private known: { found: Promise<EdgeAddresses>; until: number } | null = null;

  constructor(@Inject(EDGE_REDIS) redis: Redis) {
    this.board = new NodeBoard(redis);
  }

  /** @throws DomainError `edge_addresses_unknown`: an empty list in a firewall would shut out everybody */
  async find(): Promise<EdgeAddresses> {
    const now = performance.now();
    if (this.known === null || this.known.until <= now)
      this.known = { found: this.read(), until: now + KEPT_MS };
    const found = await this.known.found;
    if (found.ipv4.length + found.ipv6.length === 0) throw unknown();
    return found;
  }

  private async read(): Promise<EdgeAddresses> {
    try {
      const { nodes, unreadable } = await this.board.readAll();
      const addresses = addressesOf(nodes);
      return { ...addresses, complete: addresses.complete && unreadable.length === 0 };
    } catch (error) {
      this.logger.warn({ err: error }, 'reading the edge nodes from Redis failed');
      return { ipv4: [], ipv6: [], complete: false };
    }
  }
}

function addressesOf(nodes: readonly SeenNode[]): EdgeAddresses {
  const all = nodes.flatMap(({ outboundAddresses = [] }) =>
    outboundAddresses.flatMap((one) => canonicalAddress(one) ?? []),
  );
  const sorted = [...new Set(all)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    ipv4: sorted.filter((address) => !address.includes(':')),
    ipv6: sorted.filter((address) => address.includes(':')),
    complete: nodes.every(({ outboundAddresses = [] }) => outboundAddresses.length > 0),
  };
}

const unknown = () =>
  new DomainError(
    'unavailable',
    'edge_addresses_unknown',
    'The addresses of the edge are not known at the moment. Please keep the list that you have.',
  );
