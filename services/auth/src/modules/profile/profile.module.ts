import { Module } from '@nestjs/common';
import { MfaModule } from '../mfa/mfa.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ProfileController } from './profile.controller.ts';
import { UserViewsService } from './user-views.service.ts';

/** Users as they see themselves. */
@Module({
  imports: [MfaModule, PlansModule, UsersModule],
  controllers: [ProfileController],
  providers: [UserViewsService],
  exports: [UserViewsService],
})
export class ProfileModule {}
