import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../connections/connections.module.ts';
import { AuthenticatorService } from './authenticator.service.ts';

/** Who a request comes from. */
@Module({
  imports: [ConnectionsModule],
  providers: [AuthenticatorService],
  exports: [AuthenticatorService],
})
export class AuthenticationModule {}
