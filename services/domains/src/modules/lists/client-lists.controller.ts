import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type EntryPage,
  entriesSchema,
  entryPageSchema,
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
const own = (user: UserCaller) => ({ actor: user, ownerId: user.userId });

/** Lists of addresses that the policies of an account's sites refer to. */
@ApiTags('lists')
@ApiBearerAuth()
@Controller('lists')
export class ClientListsController {
  constructor(private readonly lists: ClientListsService) {}

  /** The account's own, and those that the operator offers to all. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: listsSchema })
  listClientLists(@CurrentUser() user: UserCaller) {
    return this.lists.list(user.userId);
  }

  /** One that is fetched has no entries until its source has answered, which is asked at once. */
  @Post()
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict', 'too_many')
  @ApiCreatedResponse({ standardSchema: listSchema })
  createClientList(@CurrentUser() user: UserCaller, @Body({ schema: listCreateSchema }) body: ListCreate) {
    return this.lists.create(own(user), body);
  }

  /** What is absent stays as it is; `text` takes the place of all entries. In force on all edges within seconds. */
  @Put(':id')
  @Authenticated('domains:write')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: listSchema })
  updateClientList(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: listUpdateSchema }) body: ListUpdate,
  ) {
    return this.lists.update(own(user), id, body);
  }

  /** 409 while the policy of a site refers to it. */
  @Delete(':id')
  @HttpCode(204)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiNoContentResponse()
  deleteClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.remove(own(user), id);
  }

  /** Fetches it now. What came of it stands in the answer: `last_error` says why it failed, and the entries before stay in force. */
  @Post(':id/refresh')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: listSchema })
  refreshClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.refresh(own(user), id);
  }

  /** What its owner has written, with comments: what begins the next change of a list that is kept by hand. */
  @Get(':id/text')
  @Authenticated('domains:read')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: listTextSchema })
  getClientListText(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.text(user.userId, id);
  }

  /** In the order of their addresses, as they were understood; also of lists that the operator offers. */
  @Get(':id/entries')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: entriesSchema })
  listClientListEntries(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Query({ schema: entryPageSchema }) page: EntryPage,
  ) {
    return this.lists.entries(user.userId, id, page);
  }
}
