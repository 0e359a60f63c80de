import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

@ApiTags('admin-billing')
@Controller('admin/billing/backlog')
@AdminOnly()
export class BacklogController {
  constructor(
    private readonly backlog: Backlog,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What the billing service has still to do: its outbox, its topics and its queues. */
  @Get()
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getBillingBacklog() {
    return this.backlog.read(this.dataSource.manager);
  }
}
