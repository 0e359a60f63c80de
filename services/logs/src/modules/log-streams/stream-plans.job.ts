import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LogStreamsRepository } from './log-streams.repository.ts';
import { StreamAnnouncerService } from './stream-announcer.service.ts';
import { StreamLimitsService } from './stream-limits.service.ts';

const OWNERS_AT_ONCE = 200;

/** Pauses what plans do not include any more: who has changed to a smaller one keeps their oldest streams. */
@Injectable()
export class StreamPlansJob extends IntervalJob {
  protected readonly pauseMs = 10 * 60_000;
  protected readonly failure = 'streams beyond their plan will be paused later';

  constructor(
    private readonly streams: LogStreamsRepository,
    private readonly limits: StreamLimitsService,
    private readonly announcer: StreamAnnouncerService,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.pauseBeyondPlans();
  }

  async pauseBeyondPlans(): Promise<void> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const owners = await this.streams.activeOwners(after, OWNERS_AT_ONCE);
      for (const owner of owners)
        await this.streams.pauseBeyond(owner, (await this.limits.of(owner)).streams, (stream) =>
          this.announcer.pausedByPlan(owner, stream),
        );
      if (owners.length < OWNERS_AT_ONCE) return;
      after = owners.at(-1)!;
    }
  }
}
