import { Global, Module } from '@nestjs/common';
import { DrainService } from './drain.service.ts';

/** Global, since the readiness check needs it too. */
@Global()
@Module({ providers: [DrainService], exports: [DrainService] })
export class DrainModule {}
