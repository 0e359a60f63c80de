import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CertificatesJob } from '../certificates/certificates.job.ts';
import { DnsPollJob } from '../dns-records/dns-poll.job.ts';
import { ExclusionExpiryJob } from '../publication/exclusion-expiry.job.ts';
import { edgeNodesSchema } from './edge-health.schema.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';

@ApiTags('admin-edge')
@ApiBearerAuth()
@Controller('admin/edge')
@AdminOnly()
export class EdgeHealthController {
  constructor(
    private readonly edgeNodes: EdgeNodesService,
    private readonly backlog: Backlog,
    private readonly dnsPoll: DnsPollJob,
    private readonly certificateJobs: CertificatesJob,
    private readonly expiry: ExclusionExpiryJob,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What the edge nodes say about themselves, and which site configurations they have not been given yet. */
  @Get('nodes')
  @ApiOkResponse({ standardSchema: edgeNodesSchema })
  listEdgeNodes() {
    return this.edgeNodes.view();
  }

  /** What the domain service has still to do: its outbox, its topics and its queues. */
  @Get('backlog')
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getDomainsBacklog() {
    const queues = [this.certificateJobs.queue, this.dnsPoll.queue, this.expiry.queue].filter(
      (queue) => queue !== null,
    );
    return this.backlog.read(this.dataSource.manager, queues);
  }
}
