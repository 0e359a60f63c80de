import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { sitePolicySchema } from '../site-policy/site-policy.schema.ts';
import {
  type DraftApply,
  type DraftInput,
  type DraftReplacement,
  draftApplySchema,
  draftInputSchema,
  draftReplacementSchema,
  draftSchema,
} from './policy-draft.schema.ts';
import { PolicyDraftsService } from './policy-drafts.service.ts';

const domainId = idSchema<DomainId>();
const draftIdSchema = z.uuid();

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/drafts')
export class PolicyDraftsController {
  constructor(private readonly drafts: PolicyDraftsService) {}

  /** Drafts of changes for review, last written first. They have no effect. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: z.array(draftSchema) })
  listDrafts(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.drafts.list(user.userId, id);
  }

  /** Keeps a change without saving it. Fields that are absent stay as they are when it is applied. */
  @Post()
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiCreatedResponse({ standardSchema: draftSchema })
  createDraft(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: draftInputSchema }) body: DraftInput,
  ) {
    return this.drafts.create(user.userId, id, body);
  }

  @Put(':draftId')
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: draftSchema })
  replaceDraft(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('draftId', { schema: draftIdSchema }) draftId: string,
    @Body({ schema: draftReplacementSchema }) body: DraftReplacement,
  ) {
    return this.drafts.replace(user.userId, id, draftId, body);
  }

  @Delete(':draftId')
  @HttpCode(204)
  @Authenticated('domains:write')
  @ApiNoContentResponse()
  deleteDraft(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('draftId', { schema: draftIdSchema }) draftId: string,
  ) {
    return this.drafts.delete(user.userId, id, draftId);
  }

  /** Saves the draft as a version of the configuration, and deletes it. */
  @Post(':draftId/apply')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiOkResponse({ standardSchema: sitePolicySchema })
  applyDraft(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('draftId', { schema: draftIdSchema }) draftId: string,
    @Body({ schema: draftApplySchema }) body: DraftApply,
  ) {
    return this.drafts.apply(user, id, draftId, body);
  }
}
