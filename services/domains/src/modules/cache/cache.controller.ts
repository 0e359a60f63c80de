import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import {
  type CachePurgeInput,
  cachePurgeSchema,
  purgeListSchema,
  purgeRecordSchema,
} from './cache-purge.schema.ts';
import { CachePurgesService } from './cache-purges.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('cache')
@ApiBearerAuth()
@Controller('domains/:id/cache')
export class CacheController {
  constructor(private readonly purges: CachePurgesService) {}

  /** Makes all edges forget stored responses within a second; an unreachable edge does so when it is back. */
  @Post('purge')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('payment_required')
  @ApiOkResponse({ standardSchema: purgeRecordSchema })
  purgeCache(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: cachePurgeSchema }) body: CachePurgeInput,
  ) {
    return this.purges.purge(user.userId, id, body);
  }

  /** The latest purges, newest first. */
  @Get('purges')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: purgeListSchema })
  listCachePurges(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.purges.list(user.userId, id);
  }
}
