import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type PreviewInput,
  previewInputSchema,
  previewSchema,
  type RuleInput,
  ruleInputSchema,
  ruleListSchema,
  ruleSchema,
  silenceSchema,
} from './alert-rule.schema.ts';
import { AlertRulesService, MAX_RULES } from './alert-rules.service.ts';
import { RulePreviewService } from './rule-preview.service.ts';

const uuid = z.uuid();

@ApiTags('alert-rules')
@Controller('alert-rules')
export class AlertRulesController {
  constructor(
    private readonly rules: AlertRulesService,
    private readonly previews: RulePreviewService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: ruleListSchema })
  async listAlertRules(@CurrentUser() { userId }: UserCaller) {
    return { rules: await this.rules.list(userId), max_rules: MAX_RULES };
  }

  @Post()
  @Authenticated('logs:write')
  @Refuses('conflict', 'not_found')
  @ApiCreatedResponse({ standardSchema: ruleSchema })
  createAlertRule(@CurrentUser() { userId }: UserCaller, @Body({ schema: ruleInputSchema }) body: RuleInput) {
    return this.rules.create(userId, body);
  }

  /** The current measurement, and when the rule would have fired within the last days. */
  @Post('preview')
  @Authenticated('logs:read')
  @Refuses('not_found')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: previewSchema })
  previewAlertRule(
    @CurrentUser() { userId }: UserCaller,
    @Body({ schema: previewInputSchema }) body: PreviewInput,
  ) {
    return this.previews.of(userId, body);
  }

  /** Replaces the whole rule. Its state is reset: a firing alert is resolved. */
  @Put(':id')
  @Authenticated('logs:write')
  @ApiOkResponse({ standardSchema: ruleSchema })
  updateAlertRule(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: ruleInputSchema }) body: RuleInput,
  ) {
    return this.rules.update(userId, id, body);
  }

  /** Deletes its history too; a firing alert is resolved. */
  @Delete(':id')
  @Authenticated('logs:write')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteAlertRule(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.rules.remove(userId, id);
  }

  /** Mutes notifications for so many minutes; 0 ends that. */
  @Post(':id/silence')
  @Authenticated('logs:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: ruleSchema })
  silenceAlertRule(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: silenceSchema }) { minutes }: z.infer<typeof silenceSchema>,
  ) {
    return this.rules.silence(userId, id, minutes);
  }
}
