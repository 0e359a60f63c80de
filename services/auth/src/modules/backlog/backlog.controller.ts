import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

@ApiTags('admin-auth')
@Controller('admin/auth/backlog')
@AdminOnly()
export class BacklogController {
  constructor(
    private readonly backlog: Backlog,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What the account service has still to do: its outbox and its topics. */
  @Get()
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getAuthBacklog() {
    return this.backlog.read(this.dataSource.manager);
  }
}
