import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { UserNotesController } from './user-notes.controller.ts';
import { UserNotesService } from './user-notes.service.ts';

@Module({
  imports: [AuditModule, UsersModule],
  controllers: [UserNotesController],
  providers: [UserNotesService],
})
export class UserNotesModule {}
