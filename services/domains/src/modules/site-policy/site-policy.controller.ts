import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type SitePolicyUpdate,
  sitePolicySchema,
  sitePolicyUpdateSchema,
  sitePolicyVersionDetailSchema,
  sitePolicyVersionSchema,
} from './site-policy.schema.ts';
import { SitePolicyService } from './site-policy.service.ts';

const domainId = idSchema<DomainId>();
const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647);
/** Each is read as a whole, to say what changed in it. */
const MAX_VERSIONS = 50;
const historyQuerySchema = z.object({
  before: versionNumber
    .optional()
    .describe('Only those before this version: the last one of the page before.'),
  limit: z.coerce.number().int().min(1).max(MAX_VERSIONS).default(MAX_VERSIONS),
});

const rollbackQuerySchema = z.object({
  current_version: versionNumber
    .optional()
    .describe(
      'The current version that was reviewed; with it, a change made meanwhile by someone else causes a 409 and is not lost.',
    ),
});

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/waf-config')
export class SitePolicyController {
  constructor(private readonly configs: SitePolicyService) {}

  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: sitePolicySchema })
  getSitePolicy(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.configs.get(user.userId, id);
  }

  /** Fields that are absent stay as they are. 402 names the plan that a newly switched-on feature needs. */
  @Put()
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiOkResponse({ standardSchema: sitePolicySchema })
  updateSitePolicy(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: sitePolicyUpdateSchema }) body: SitePolicyUpdate,
  ) {
    return this.configs.update(user, id, body);
  }

  /** Newest first, a page at a time. */
  @Get('versions')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: z.array(sitePolicyVersionSchema) })
  listSitePolicyVersions(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Query({ schema: historyQuerySchema }) { before, limit }: z.infer<typeof historyQuerySchema>,
  ) {
    return this.configs.history(user.userId, id, { before: before ?? null, limit });
  }

  @Get('versions/:version')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: sitePolicyVersionDetailSchema })
  getSitePolicyVersion(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('version', { schema: versionNumber }) version: number,
  ) {
    return this.configs.version(user.userId, id, version);
  }

  /** Makes an old version's content the newest version. */
  @Post('versions/:version/rollback')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiOkResponse({ standardSchema: sitePolicySchema })
  rollBackSitePolicy(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('version', { schema: versionNumber }) version: number,
    @Query({ schema: rollbackQuerySchema }) { current_version: current }: z.infer<typeof rollbackQuerySchema>,
  ) {
    return this.configs.rollBack(user, id, version, current);
  }
}
