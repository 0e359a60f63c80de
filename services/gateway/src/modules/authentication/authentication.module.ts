import { Module } from '@nestjs/common';
import { AuthenticatorService } from './authenticator.service.ts';

/** Who a request comes from. */
@Module({
  providers: [AuthenticatorService],
  exports: [AuthenticatorService],
})
export class AuthenticationModule {}
