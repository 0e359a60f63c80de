import { Module } from '@nestjs/common';
import { LoginThrottleService } from './login-throttle.service.ts';

/** Back-off against password guessing. */
@Module({
  providers: [LoginThrottleService],
  exports: [LoginThrottleService],
})
export class LoginThrottleModule {}
