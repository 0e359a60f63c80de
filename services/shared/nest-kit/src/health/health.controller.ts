import { Controller, Get, Header, Inject, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Gauge } from 'prom-client';
import { Public } from '../identity/access.ts';
import { Metrics } from '../metrics/metrics.ts';
import { askNeeds, type ReadinessCheck } from './readiness.ts';

export const READINESS_CHECKS = Symbol('readiness checks');

@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[],
    private readonly metrics: Metrics,
  ) {
    new Gauge({
      name: 'palisade_readiness_check_passed',
      help: '1: what the service cannot work without is there; 0: it is not, or does not answer',
      labelNames: ['check'],
      registers: [metrics.registry],
      async collect() {
        for (const [check, passed] of await askNeeds(checks)) this.set({ check }, passed ? 1 : 0);
      },
    });
  }

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
    const needs = await askNeeds(this.checks);
    const failed = [...needs.keys()].filter((name) => !needs.get(name));
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
