import { Global, Module } from '@nestjs/common';
import { DrainService } from './drain.service.ts';

/** The last moments before the gateway stops; for everyone, since the readiness check asks as well. */
@Global()
@Module({ providers: [DrainService], exports: [DrainService] })
export class DrainModule {}
