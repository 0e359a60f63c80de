import { Controller, Get, Headers, Inject, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
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
  async expose(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { text, contentType } = await this.metrics.expose(accept);
    void reply.header('content-type', contentType);
    return text;
  }
}
