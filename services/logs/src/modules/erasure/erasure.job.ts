import { Injectable, Logger } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { SiteErasureService } from './site-erasure.service.ts';
import { SiteErasuresRepository } from './site-erasures.repository.ts';

const EVERY_MS = 60_000;

/** Goes through the removed sites that are due. Instances share them; deleting twice changes nothing. */
@Injectable()
export class ErasureJob extends IntervalJob {
  protected readonly pauseMs = EVERY_MS;
  protected readonly failure = 'removed sites will be erased later';
  private readonly log = new Logger(ErasureJob.name);

  constructor(
    private readonly erasures: SiteErasuresRepository,
    private readonly eraser: SiteErasureService,
  ) {
    super();
  }

  protected run(): Promise<void> {
    return this.eraseDue(Date.now());
  }

  async eraseDue(nowMs: number): Promise<void> {
    for (;;) {
      const erasure = await this.erasures.claim(nowMs);
      if (!erasure) return;
      const rows = await this.eraser.erase(erasure.siteId);
      await this.erasures.roundDone(erasure);
      if (rows > 0) this.log.log({ site: erasure.siteId, rows }, 'logs of a removed site erased');
    }
  }
}
