import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { ReadinessCheck } from '@palisade/nest-kit';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';

/**
 * The last moments before the gateway stops. It serves as ever but is not ready any more, so that load balancers look
 * elsewhere, and closes each connection after its answer: a connection that is simply cut may have a request on its way.
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
