import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
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
import {
  type DomainCreate,
  type DomainUpdate,
  domainCreateSchema,
  domainListSchema,
  domainSchema,
  domainUpdateSchema,
} from './domain.schema.ts';
import { DomainsService } from './domains.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('domains')
@ApiBearerAuth()
@Controller('domains')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: domainListSchema })
  listDomains(@CurrentUser() user: UserCaller) {
    return this.domains.list(user.userId);
  }

  @Post()
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiCreatedResponse({ standardSchema: domainSchema })
  addDomain(@CurrentUser() user: UserCaller, @Body({ schema: domainCreateSchema }) body: DomainCreate) {
    return this.domains.add(user, body);
  }

  @Get(':id')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: domainSchema })
  getDomain(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.domains.get(user.userId, id);
  }

  @Patch(':id')
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiOkResponse({ standardSchema: domainSchema })
  updateDomain(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: domainUpdateSchema }) body: DomainUpdate,
  ) {
    return this.domains.update(user, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Authenticated('domains:write')
  @ApiNoContentResponse()
  removeDomain(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.domains.remove(user, id);
  }
}
