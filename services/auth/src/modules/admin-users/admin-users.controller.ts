import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller, type UserId } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import { type MessageView, messageSchema } from '../../http/messages.ts';
import {
  type AdminUserCreate,
  type AdminUserQuery,
  type AdminUserUpdate,
  type AdminUserView,
  adminUserCreateSchema,
  adminUserListSchema,
  adminUserQuerySchema,
  adminUserSchema,
  adminUserUpdateSchema,
  userIdSchema,
} from './admin-user.schema.ts';
import { AdminUserListService } from './admin-user-list.service.ts';
import { AdminUsersService } from './admin-users.service.ts';

@ApiTags('admin-users')
@Controller('admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly list: AdminUserListService,
  ) {}

  /** One page; the header X-Total-Count has the number of all matching users. */
  @Get()
  @AdminOnly()
  @ApiOkResponse({
    standardSchema: adminUserListSchema,
    headers: {
      'X-Total-Count': { schema: { type: 'integer' }, description: 'Users that match, on all pages.' },
    },
  })
  async listUsers(
    @Query({ schema: adminUserQuerySchema }) query: AdminUserQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUserView[]> {
    const { users, total } = await this.list.page(query);
    void reply.header('x-total-count', String(total));
    return users;
  }

  @Get(':id')
  @AdminOnly()
  @ApiOkResponse({ standardSchema: adminUserSchema })
  async getUser(@Param('id', { schema: userIdSchema }) id: UserId): Promise<AdminUserView> {
    return this.list.view(await this.users.get(id));
  }

  @Post()
  @AdminOnly()
  @Sensitive('admin.user.create')
  @ApiCreatedResponse({ standardSchema: adminUserSchema })
  async createUser(
    @CurrentUser() actor: UserCaller,
    @Body({ schema: adminUserCreateSchema }) body: AdminUserCreate,
  ): Promise<AdminUserView> {
    return this.list.view(await this.users.create(actor, body));
  }

  @Put(':id')
  @AdminOnly()
  @Sensitive('admin.user.update')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: adminUserSchema })
  async updateUser(
    @CurrentUser() actor: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Body({ schema: adminUserUpdateSchema }) body: AdminUserUpdate,
  ): Promise<AdminUserView> {
    return this.list.view(await this.users.update(actor, id, body));
  }

  @Post(':id/activate')
  @HttpCode(200)
  @AdminOnly()
  @Sensitive('admin.user.activate')
  @ApiOkResponse({ standardSchema: adminUserSchema })
  async activateUser(
    @CurrentUser() actor: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
  ): Promise<AdminUserView> {
    return this.list.view(await this.users.setActive(actor, id, true));
  }

  /** Revokes all access of the user: sessions, API keys, links. */
  @Post(':id/deactivate')
  @HttpCode(200)
  @AdminOnly()
  @Sensitive('admin.user.deactivate')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: adminUserSchema })
  async deactivateUser(
    @CurrentUser() actor: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
  ): Promise<AdminUserView> {
    return this.list.view(await this.users.setActive(actor, id, false));
  }

  @Delete(':id')
  @AdminOnly()
  @Sensitive('admin.user.delete')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: messageSchema })
  async deleteUser(
    @CurrentUser() actor: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
  ): Promise<MessageView> {
    await this.users.delete(actor, id);
    return { message: 'User deleted' };
  }
}
