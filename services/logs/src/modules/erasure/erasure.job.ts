import { Injectable, Logger } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { SiteErasureService } from './site-erasure.service.ts';
import { SiteErasuresRepository } from './site-erasures.repository.ts';

const INTERVAL_MS = 60_000;
/** One site's turn. A claim lasts longer, so that no other instance begins the same site. */
const STEP_MS = 20_000;

/** Goes through the removed sites that are due. Instances share them; deleting twice changes nothing. */
@Injectable()
export class ErasureJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected readonly failure = 'removed sites will be erased later';
  private readonly log = new Logger(ErasureJob.name);

  constructor(
    private readonly erasures: SiteErasuresRepository,
    private readonly eraser: SiteErasureService,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.eraseDue();
  }

  /**
   * @param clock asked for each claim: one that began with this run would be over while a later site is erased
   * @param stepMs how long one site is erased before it is another's turn
   */
  async eraseDue(clock: () => number = Date.now, stepMs = STEP_MS): Promise<void> {
    while (!this.stopped) {
      const erasure = await this.erasures.claim(clock());
      if (!erasure) return;
      const until = AbortSignal.timeout(stepMs);
      try {
        const rows = await this.eraser.erase(erasure.siteId, until);
        await this.erasures.roundDone(erasure);
        if (rows > 0) this.log.log({ site: erasure.siteId, rows }, 'logs of a removed site erased');
      } catch (error) {
        if (!until.aborted || error !== until.reason) throw error;
        await this.erasures.putOff(erasure, clock());
        this.log.log({ site: erasure.siteId }, 'log erasure of a removed site continues in a later run');
      }
    }
  }
}
