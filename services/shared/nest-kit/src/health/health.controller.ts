import { Controller, Get, Header, Inject, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../identity/access.ts';
import { Metrics } from '../metrics/metrics.ts';

/** One thing a service cannot work without. Throws or rejects while it is not there. */
export interface ReadinessCheck {
  name: string;
  check(): Promise<void>;
}

export const READINESS_CHECKS = Symbol('readiness checks');

@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[],
    private readonly metrics: Metrics,
  ) {}

  /** The process runs. Says nothing about what it depends on, so that a lost database restarts nobody. */
  @Get('livez')
  @Public()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The service can do its work now. */
  @Get('readyz')
  @Public()
  async ready(): Promise<{ status: 'ok'; checks: Record<string, 'ok'> }> {
    const failed: string[] = [];
    await Promise.all(this.checks.map(({ name, check }) => check().catch(() => failed.push(name))));
    if (failed.length > 0) {
      throw new ServiceUnavailableException(`not ready: ${failed.sort().join(', ')}`);
    }
    return { status: 'ok', checks: Object.fromEntries(this.checks.map(({ name }) => [name, 'ok' as const])) };
  }

  @Get('metrics')
  @Public()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  expose(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
