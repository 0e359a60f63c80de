import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { RevocationListsJob } from './revocation-lists.job.ts';

@Module({ imports: [ClockModule], providers: [RevocationListsJob] })
export class RevocationListsModule {}
