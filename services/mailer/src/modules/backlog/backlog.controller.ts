import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

@ApiTags('admin-smtp')
@Controller('admin/smtp/backlog')
@AdminOnly()
export class BacklogController {
  constructor(
    private readonly backlog: Backlog,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What the mail service has still to do: its outbox, its topics and its queues. */
  @Get()
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getMailBacklog() {
    return this.backlog.read(this.dataSource.manager);
  }
}
