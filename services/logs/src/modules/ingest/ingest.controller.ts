import { Controller } from '@nestjs/common';
import type { ReceivedEvent } from '@palisade/messaging';
import { OnEventBatch } from '@palisade/messaging/nest';
import { IngestService } from './ingest.service.ts';

/** At half a megabyte each, a transaction of some 20,000 records. */
const MAX_BATCHES = 16;

@Controller()
export class IngestController {
  constructor(private readonly ingest: IngestService) {}

  @OnEventBatch('edge.request_logs.v1', { maxEvents: MAX_BATCHES, raw: true })
  requestLogs(events: readonly ReceivedEvent<'edge.request_logs.v1'>[]): Promise<void> {
    return this.ingest.store(events.map((event) => event.encodedPayload));
  }
}
