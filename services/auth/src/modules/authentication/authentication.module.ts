import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.ts';
import { KnownDevicesModule } from '../known-devices/known-devices.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SupportViewsModule } from '../support-views/support-views.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { AuthGrpcController } from './auth-grpc.controller.ts';
import { AuthenticationService } from './authentication.service.ts';

/** Answers other services' gRPC calls about callers and accounts. */
@Module({
  imports: [ApiKeysModule, KnownDevicesModule, SessionsModule, SupportViewsModule, UsersModule],
  controllers: [AuthGrpcController],
  providers: [AuthenticationService],
})
export class AuthenticationModule {}
