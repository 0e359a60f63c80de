import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { ReadinessCheck } from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';

/**
 * The time between the request to stop and the stop. The gateway still serves but is not ready, so that load balancers
 * choose others, and closes each connection after its response: cutting connections could lose a request on its way.
 */
@Injectable()
export class DrainService implements BeforeApplicationShutdown, ReadinessCheck {
  readonly name = 'not stopping';
  private stopping = false;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'PALISADE_GATEWAY_DRAIN_MS'>,
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  check = async (): Promise<void> => {
    if (this.stopping) throw new Error('the gateway is stopping');
  };

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await sleep(this.config.PALISADE_GATEWAY_DRAIN_MS);
  }
}
