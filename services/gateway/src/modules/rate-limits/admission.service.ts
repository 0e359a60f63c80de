import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';
import type { ClientKeys } from '../../http/client-keys.ts';
import { KnownDevicesService } from './known-devices.service.ts';
import { RateLimiterService } from './rate-limiter.service.ts';

/**
 * A /24 or /48 may make this many times a network's calls: enough for offices, too few to gain from changing addresses.
 */
export const BLOCK_FACTOR = 10;
/** All known devices of a network together may make this many times the calls of one. */
export const KNOWN_DEVICES_FACTOR = 10;

/** The limit that a call counts against, in addition to the general one. */
export type Allowance = 'all' | 'strict' | 'demo';

/**
 * Applies rate limits. Calls count against the client's network and the block around it, whatever cookie they have.
 * Only when these are used up, a device on which somebody has signed in before has a limit of its own, so that an
 * attacker in the same office locks nobody out.
 */
@Injectable()
export class AdmissionService {
  constructor(
    @Inject(GATEWAY_CONFIG)
    private readonly config: Pick<
      GatewayConfig,
      | 'PALISADE_GATEWAY_RATE_LIMIT'
      | 'PALISADE_GATEWAY_STRICT_RATE_LIMIT'
      | 'PALISADE_GATEWAY_DEMO_RATE_LIMIT'
    >,
    private readonly limiter: RateLimiterService,
    private readonly devices: KnownDevicesService,
  ) {}

  /** @throws DomainError too_many `rate_limited` */
  async take(keys: ClientKeys, allowance: Allowance): Promise<void> {
    await this.takeByNetwork('all', keys, this.config.PALISADE_GATEWAY_RATE_LIMIT);
    if (allowance === 'all') return;
    if (allowance === 'demo')
      return this.takeByNetwork('demo', keys, this.config.PALISADE_GATEWAY_DEMO_RATE_LIMIT);
    const limit = this.config.PALISADE_GATEWAY_STRICT_RATE_LIMIT;
    try {
      await this.takeByNetwork('strict', keys, limit);
    } catch (error) {
      if (!(error instanceof DomainError) || keys.device === null) throw error;
      if (!(await this.devices.isKnown(keys.device))) throw error;
      await this.limiter.take(`strict-device:${keys.device}`, limit);
      await this.limiter.take(`strict-devices:${keys.network}`, limit * KNOWN_DEVICES_FACTOR);
    }
  }

  /** The network first: refused calls must not use up the share of its neighbours. */
  private async takeByNetwork(what: string, { network, block }: ClientKeys, limit: number): Promise<void> {
    await this.limiter.take(`${what}:${network}`, limit);
    await this.limiter.take(`${what}-block:${block}`, limit * BLOCK_FACTOR);
  }
}
