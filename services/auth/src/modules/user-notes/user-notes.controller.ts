import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, type UserCaller, type UserId } from '@palisade/nest-kit';
import type { z } from 'zod';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import { userIdSchema } from '../admin-users/admin-user.schema.ts';
import {
  type UserNoteCreate,
  type UserNoteView,
  userNoteCreateSchema,
  userNoteIdSchema,
  userNoteSchema,
  userNotesSchema,
} from './user-note.schema.ts';
import { UserNotesService } from './user-notes.service.ts';

/** Only administrators can read them, not even the user they are about. */
@ApiTags('admin-users')
@Controller('admin/users/:id/notes')
export class UserNotesController {
  constructor(private readonly notes: UserNotesService) {}

  @Get()
  @AdminOnly()
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: userNotesSchema })
  async listUserNotes(
    @Param('id', { schema: userIdSchema }) id: UserId,
  ): Promise<z.infer<typeof userNotesSchema>> {
    return { notes: await this.notes.list(id) };
  }

  @Post()
  @AdminOnly()
  @Refuses('not_found', 'conflict')
  @ApiCreatedResponse({ standardSchema: userNoteSchema })
  createUserNote(
    @CurrentUser() author: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Body({ schema: userNoteCreateSchema }) { text }: UserNoteCreate,
  ): Promise<UserNoteView> {
    return this.notes.add(author, id, text);
  }

  @Delete(':noteId')
  @AdminOnly()
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: messageSchema })
  async deleteUserNote(
    @CurrentUser() actor: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Param('noteId', { schema: userNoteIdSchema }) noteId: string,
  ): Promise<MessageView> {
    await this.notes.remove(actor, id, noteId);
    return { message: 'Note deleted' };
  }
}
