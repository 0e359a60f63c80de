import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { messageSchema, rowId } from '../../http/http-fields.ts';
import {
  mailDeliverySchema,
  type SmtpCreate,
  type SmtpTest,
  type SmtpUpdate,
  smtpConfigSchema,
  smtpCreateSchema,
  smtpTestSchema,
  smtpUpdateSchema,
} from './smtp.schema.ts';
import { SmtpServersService } from './smtp-servers.service.ts';

@ApiTags('admin-smtp')
@Controller('admin/smtp')
@AdminOnly()
export class SmtpController {
  constructor(private readonly servers: SmtpServersService) {}

  @Get()
  @ApiOkResponse({ standardSchema: z.array(smtpConfigSchema) })
  listSmtpConfigs() {
    return this.servers.list();
  }

  @Post()
  @Refuses('conflict')
  @ApiCreatedResponse({ standardSchema: smtpConfigSchema })
  @Sensitive('admin.smtp.create')
  createSmtpConfig(@CurrentUser() admin: UserCaller, @Body({ schema: smtpCreateSchema }) body: SmtpCreate) {
    return this.servers.create(admin, body);
  }

  /** Whether a mail could be sent now, and through whose server. */
  @Get('delivery')
  @ApiOkResponse({ standardSchema: mailDeliverySchema })
  getMailDelivery() {
    return this.servers.deliveryState();
  }

  @Post('test')
  @Refuses('not_found', 'upstream')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  testSmtpConfig(@Body({ schema: smtpTestSchema }) body: SmtpTest) {
    return this.servers.test(body);
  }

  /** An empty password keeps the current one. */
  @Put(':id')
  @ApiOkResponse({ standardSchema: smtpConfigSchema })
  @Sensitive('admin.smtp.update')
  updateSmtpConfig(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: rowId }) id: number,
    @Body({ schema: smtpUpdateSchema }) body: SmtpUpdate,
  ) {
    return this.servers.update(admin, id, body);
  }

  @Post(':id/toggle-default')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  toggleDefaultSmtpConfig(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    return this.servers.toggleDefault(admin, id);
  }

  /** Refused with `smtp_server_in_use` while a campaign that has not finished has chosen the server. */
  @Delete(':id')
  @Refuses('conflict')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Sensitive('admin.smtp.delete')
  deleteSmtpConfig(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    return this.servers.remove(admin, id);
  }
}
