import { Injectable, Logger } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { ClientErasureService } from './client-erasure.service.ts';
import { ClientErasuresRepository } from './client-erasures.repository.ts';

/** One deletion's turn. A claim lasts longer, so that no other instance begins the same. */
const STEP_MS = 20_000;

/** Deletes again what was stored of visitors after their data was deleted. Instances share it; deleting twice changes nothing. */
@Injectable()
export class ClientErasureJob extends IntervalJob {
  protected readonly pauseMs = 60_000;
  protected readonly failure = 'data of visitors that came late will be deleted later';
  private readonly log = new Logger(ClientErasureJob.name);

  constructor(
    private readonly erasures: ClientErasuresRepository,
    private readonly eraser: ClientErasureService,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.eraseDue();
  }

  async eraseDue(clock: () => number = Date.now): Promise<void> {
    while (!this.stopped) {
      const erasure = await this.erasures.claim(clock());
      if (!erasure) return;
      const until = AbortSignal.timeout(STEP_MS);
      try {
        await this.eraser.erase(erasure.client, until, {
          foundAny: erasure.foundAny,
          found: () => this.erasures.found(erasure.erasureId),
        });
        await this.erasures.roundDone(erasure);
      } catch (error) {
        if (!until.aborted || error !== until.reason) throw error;
        await this.erasures.putOff(erasure, clock());
        this.log.log({ site: erasure.client.siteId }, 'visitor data erasure continues in a later run');
      }
    }
  }
}
