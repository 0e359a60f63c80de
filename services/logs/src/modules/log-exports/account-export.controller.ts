import { Controller, Delete, Get, HttpCode, Post, StreamableFile } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { accountExportAnswerSchema } from './account-export.schema.ts';
import { AccountExportService } from './account-export.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/account-export')
export class AccountExportController {
  constructor(private readonly exports: AccountExportService) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: accountExportAnswerSchema })
  getAccountExport(@CurrentUser() { userId }: UserCaller) {
    return this.exports.current(userId);
  }

  /**
   * Begins to collect every service's data of the account; a mail says when it can be downloaded. Replaces the previous
   * export.
   */
  @Post()
  @Authenticated('logs:write')
  @Sensitive('account.export')
  @Refuses('conflict', 'unavailable')
  @ApiCreatedResponse({ standardSchema: accountExportAnswerSchema })
  createAccountExport(@CurrentUser() { userId }: UserCaller) {
    return this.exports.create(userId);
  }

  @Delete()
  @Authenticated('logs:write')
  @Refuses('not_found')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteAccountExport(@CurrentUser() { userId }: UserCaller) {
    return this.exports.remove(userId);
  }

  @Get('file')
  @Authenticated('logs:read')
  @Sensitive('account.export')
  @Refuses('not_found', 'conflict', 'too_many', 'unavailable')
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async downloadAccountExport(@CurrentUser() { userId }: UserCaller): Promise<StreamableFile> {
    const { row, stream } = await this.exports.file(userId);
    const day = row.created_at.toISOString().slice(0, 10);
    return new StreamableFile(stream, {
      type: 'application/zip',
      length: Number(row.bytes),
      disposition: `attachment; filename="palisade-account-${day}.zip"`,
    });
  }
}
