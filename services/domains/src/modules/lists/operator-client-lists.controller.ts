import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type ListCreate,
  type ListUpdate,
  listCreateSchema,
  listSchema,
  listsSchema,
  listTextSchema,
  listUpdateSchema,
} from './client-list.schema.ts';
import { ClientListsService } from './client-lists.service.ts';

const uuid = z.uuid();
const operators = (user: UserCaller) => ({ actor: user, ownerId: null });

/** The operator's lists, which every owner may refer to. */
@ApiTags('admin-edge')
@ApiBearerAuth()
@Controller('admin/edge/lists')
@AdminOnly()
export class OperatorClientListsController {
  constructor(private readonly lists: ClientListsService) {}

  @Get()
  @ApiOkResponse({ standardSchema: listsSchema })
  listOperatorClientLists() {
    return this.lists.list(null);
  }

  /** It may shut everybody out wherever owners refer to it. */
  @Post()
  @Sensitive('admin.edge.control')
  @Refuses('conflict', 'too_many')
  @ApiCreatedResponse({ standardSchema: listSchema })
  createOperatorClientList(
    @CurrentUser() user: UserCaller,
    @Body({ schema: listCreateSchema }) body: ListCreate,
  ) {
    return this.lists.create(operators(user), body);
  }

  @Put(':id')
  @Sensitive('admin.edge.control')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: listSchema })
  updateOperatorClientList(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: listUpdateSchema }) body: ListUpdate,
  ) {
    return this.lists.update(operators(user), id, body);
  }

  /** 409 while the policy of a site refers to it. */
  @Delete(':id')
  @HttpCode(204)
  @Refuses('conflict')
  @ApiNoContentResponse()
  deleteOperatorClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.remove(operators(user), id);
  }

  @Post(':id/refresh')
  @HttpCode(200)
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: listSchema })
  refreshOperatorClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.refresh(operators(user), id);
  }

  @Get(':id/text')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: listTextSchema })
  getOperatorClientListText(@Param('id', { schema: uuid }) id: string) {
    return this.lists.text(null, id);
  }
}
