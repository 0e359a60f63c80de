import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type DomainId, idSchema, type UserCaller } from '@palisade/nest-kit';
import { originLockSchema } from './origin-lock.schema.ts';
import { OriginLockService } from './origin-lock.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('origins')
@ApiBearerAuth()
@Controller('domains/:id/origin-lock')
export class OriginLockController {
  constructor(private readonly lock: OriginLockService) {}

  /** Whether the site's servers answer others than the edge; they are asked once a minute at most. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: originLockSchema })
  originLock(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.lock.of(user.userId, id);
  }
}
