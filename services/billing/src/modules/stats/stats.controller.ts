import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '@palisade/nest-kit';
import { StatsService, statsSchema } from './stats.service.ts';

@ApiTags('admin-stats')
@ApiBearerAuth()
@Controller('admin/stats')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Get()
  @AdminOnly()
  @ApiOkResponse({ standardSchema: statsSchema })
  getAdminStats() {
    return this.stats.overview();
  }
}
