import type { INestApplication } from '@nestjs/common';

/** Everything that the gateway forwards is below /api; operators' routes are outside of it. */
export function prefixRoutes(app: INestApplication): void {
  app.setGlobalPrefix('api', { exclude: ['livez', 'readyz', 'metrics', 'openapi.json'] });
}
