import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type DomainId, idSchema, type UserCaller } from '@palisade/nest-kit';
import { originListSchema } from './origin.schema.ts';
import { OriginsService } from './origins.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('origins')
@ApiBearerAuth()
@Controller('domains/:id/origins')
export class OriginsController {
  constructor(private readonly origins: OriginsService) {}

  /** The servers behind the site with what each edge node's health check found. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: originListSchema })
  listOrigins(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.origins.list(user.userId, id);
  }
}
