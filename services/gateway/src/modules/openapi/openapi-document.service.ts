import { Inject, Injectable, Logger } from '@nestjs/common';
import { fetchInSpan } from '@palisade/nest-kit';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';
import { UPSTREAMS } from '../../routes/route-table.ts';
import { describeGathered } from './describe-gathered.ts';
import { mergeDocuments } from './merge-documents.ts';

const CACHE_TTL_MS = 30_000;
const TIMEOUT_MS = 3_000;

const partSchema = z.object({
  paths: z.record(z.string(), z.unknown()),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
type Part = z.infer<typeof partSchema>;

/** The API description, merged from the running services. */
@Injectable()
export class OpenApiDocumentService {
  private readonly logger = new Logger(OpenApiDocumentService.name);
  private readonly parts = new Map<string, Part>();
  private merged: Promise<object> | null = null;
  private freshUntil = 0;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  /** For a service that does not answer, its last known description; `x-missing` names services without one. */
  get(): Promise<object> {
    if (this.merged === null || Date.now() > this.freshUntil) {
      this.freshUntil = Date.now() + CACHE_TTL_MS;
      this.merged = this.merge();
    }
    return this.merged;
  }

  private async merge(): Promise<object> {
    await Promise.all(UPSTREAMS.map((name) => this.ask(name)));
    const missing = UPSTREAMS.filter((name) => !this.parts.has(name));
    // While services start, the document is refreshed soon.
    if (missing.length > 0) this.freshUntil = Date.now() + 1_000;
    const parts = Object.fromEntries(this.parts);
    const document = mergeDocuments({ ...parts, gateway: describeGathered(parts) });
    return missing.length === 0 ? document : { ...document, 'x-missing': missing };
  }

  private async ask(name: (typeof UPSTREAMS)[number]): Promise<void> {
    try {
      const url = new URL('/openapi.json', this.config.PALISADE_GATEWAY_UPSTREAMS[name]);
      const response = await fetchInSpan(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      this.parts.set(name, partSchema.parse(await response.json()));
    } catch (error) {
      this.logger.warn({ err: error, upstream: name }, 'reading the OpenAPI document of a service failed');
    }
  }
}
