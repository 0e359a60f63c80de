import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { UsersService } from '../users/users.service.ts';
import { type UserView, userSchema } from './profile.schema.ts';
import { UserViewsService } from './user-views.service.ts';

@ApiTags('auth')
@Controller('auth')
export class ProfileController {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly views: UserViewsService,
  ) {}

  @Get('me')
  @Authenticated('account:read')
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: userSchema })
  async getMe(@CurrentUser() caller: UserCaller): Promise<UserView> {
    return this.views.of(await this.users.get(this.database.manager, caller.userId));
  }
}
