import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LogStreamsRepository } from './log-streams.repository.ts';
import { StreamAnnouncerService } from './stream-announcer.service.ts';
import { StreamLimitsService } from './stream-limits.service.ts';

const OWNERS_AT_ONCE = 200;

/**
 * Pauses streams that plans no longer include: an owner who has downgraded keeps the oldest ones. Streams paused so
 * continue where they stopped once the plan includes them again.
 */
@Injectable()
export class StreamPlansJob extends IntervalJob {
  protected readonly pauseMs = 10 * 60_000;
  protected readonly failure = 'streams will be fitted to their plans later';

  constructor(
    private readonly streams: LogStreamsRepository,
    private readonly limits: StreamLimitsService,
    private readonly announcer: StreamAnnouncerService,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.fitToPlans();
  }

  async fitToPlans(): Promise<void> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const owners = await this.streams.ownersToFit(after, OWNERS_AT_ONCE);
      for (const owner of owners)
        await this.streams.fitToPlan(owner, (await this.limits.of(owner)).streams, (stream) =>
          this.announcer.pausedByPlan(owner, stream),
        );
      if (owners.length < OWNERS_AT_ONCE) return;
      after = owners.at(-1)!;
    }
  }
}
