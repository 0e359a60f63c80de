import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Authenticated, CurrentUser, type DomainId, idSchema, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import {
  type BanCreate,
  type BanPage,
  banCreateSchema,
  banLiftSchema,
  banListSchema,
  banPageSchema,
  banSchema,
} from './ban.schema.ts';
import { BansService } from './bans.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('bans')
@ApiBearerAuth()
@Controller('domains/:id/bans')
export class BansController {
  constructor(private readonly bans: BansService) {}

  /** Banned addresses, and clients that rules added to lists; those that end last come first. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: banListSchema })
  listBans(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Query({ schema: banPageSchema }) page: BanPage,
  ) {
    return this.bans.list(user.userId, id, page);
  }

  /** Bans an address; for an IPv6 address its whole /64. */
  @Post()
  @Authenticated('domains:write')
  @ApiCreatedResponse({ standardSchema: banSchema })
  addBan(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: banCreateSchema }) body: BanCreate,
  ) {
    return this.bans.add(user.userId, id, body);
  }

  /** Lifts a ban, or removes a client from a list. The address is in the query, as an IPv6 network contains a slash. */
  @Delete()
  @HttpCode(204)
  @Authenticated('domains:write')
  @ApiNoContentResponse()
  liftBan(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Query({ schema: banLiftSchema }) ban: z.infer<typeof banLiftSchema>,
  ) {
    return this.bans.lift(user.userId, id, ban.address);
  }
}
