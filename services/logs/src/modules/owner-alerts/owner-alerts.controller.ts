import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { alertListSchema, alertSchema } from './alert-rule.schema.ts';
import { OwnerAlertsService } from './owner-alerts.service.ts';

@ApiTags('alerts')
@Controller('alerts')
export class OwnerAlertsController {
  constructor(private readonly alerts: OwnerAlertsService) {}

  /** At most 100: firing ones first, then the latest. Kept for 90 days after their end. */
  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: alertListSchema })
  async listAlerts(@CurrentUser() { userId }: UserCaller) {
    return { alerts: await this.alerts.list(userId) };
  }

  /** Acknowledges the alert. */
  @Post(':id/acknowledge')
  @Authenticated('logs:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: alertSchema })
  acknowledgeAlert(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: z.uuid() }) id: string) {
    return this.alerts.acknowledge(userId, id);
  }
}
