import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Sensitive,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { ConsentsService } from './consents.service.ts';
import { type OwnershipAnswer, ownershipAnswerSchema, ownershipHistorySchema } from './ownership.schema.ts';

const domainId = idSchema<DomainId>();

@ApiTags('domains')
@ApiBearerAuth()
@Controller('domains/:id')
export class OwnershipController {
  constructor(private readonly consents: ConsentsService) {}

  /** How the ownership of the domain was proved, missed, asked for and decided, newest first. */
  @Get('ownership-history')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: ownershipHistorySchema })
  listOwnershipHistory(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.consents.history(user.userId, id);
  }

  /** Answers somebody who asks for a name below this domain. */
  @Post('ownership-requests/:requestId')
  @HttpCode(204)
  @Authenticated('domains:write')
  @Sensitive('domain.answer_ownership_request')
  @ApiNoContentResponse()
  answerOwnershipRequest(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('requestId', { schema: z.uuid() }) requestId: string,
    @Body({ schema: ownershipAnswerSchema }) body: OwnershipAnswer,
  ) {
    return this.consents.answer(user.userId, id, requestId, body);
  }
}
