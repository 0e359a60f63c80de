import type { INestApplication } from '@nestjs/common';

/** Everything that the gateway passes on stands under /api; what operators ask stands beside it. */
export function prefixRoutes(app: INestApplication): void {
  app.setGlobalPrefix('api', { exclude: ['livez', 'readyz', 'metrics', 'openapi.json'] });
}
