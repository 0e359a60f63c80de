import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Backlog, serviceBacklogSchema } from '@palisade/messaging/nest';
import { AdminOnly } from '@palisade/nest-kit';

@ApiTags('admin-logs')
@Controller('admin/logs/backlog')
@AdminOnly()
export class BacklogController {
  constructor(private readonly backlog: Backlog) {}

  /** What the log service has still to do: its topics. */
  @Get()
  @ApiOkResponse({ standardSchema: serviceBacklogSchema })
  getLogsBacklog() {
    return this.backlog.read(null);
  }
}
