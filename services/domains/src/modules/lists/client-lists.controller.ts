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

/** Lists that the policies of an account's sites refer to. */
@ApiTags('lists')
@ApiBearerAuth()
@Controller('lists')
export class ClientListsController {
  constructor(private readonly lists: ClientListsService) {}

  /** The account's own lists and the operator's. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: listsSchema })
  listClientLists(@CurrentUser() user: UserCaller) {
    return this.lists.list(user.userId);
  }

  /** A fetched list has no entries until its source has answered; it is asked at once. */
  @Post()
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict', 'too_many')
  @ApiCreatedResponse({ standardSchema: listSchema })
  createClientList(@CurrentUser() user: UserCaller, @Body({ schema: listCreateSchema }) body: ListCreate) {
    return this.lists.create(own(user), body);
  }

  /** Absent fields stay unchanged; `text` replaces all entries. In force on all edges within seconds. */
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

  /** 409 while a site's policy uses it. */
  @Delete(':id')
  @HttpCode(204)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiNoContentResponse()
  deleteClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.remove(own(user), id);
  }

  /**
   * Fetches the list now. `last_error` in the answer says why it failed, in which case the earlier entries stay in
   * force.
   */
  @Post(':id/refresh')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: listSchema })
  refreshClientList(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.refresh(own(user), id);
  }

  /** The text as its owner wrote it, with comments, for editing a manual list. */
  @Get(':id/text')
  @Authenticated('domains:read')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: listTextSchema })
  getClientListText(@CurrentUser() user: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.lists.text(user.userId, id);
  }

  /** Entries in numeric order, as parsed; also of the operator's lists. */
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
