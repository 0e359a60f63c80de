import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.ts';
import { UserSearchRepository } from './user-search.repository.ts';
import { UsersService } from './users.service.ts';

/** Accounts: their rows, and their events for other services. */
@Module({
  imports: [EmailTokensModule],
  providers: [UserSearchRepository, UsersService],
  exports: [UserSearchRepository, UsersService],
})
export class UsersModule {}
