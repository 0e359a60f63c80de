import { Inject, Injectable } from '@nestjs/common';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { InstallationSumsRepository } from './installation-sums.repository.ts';
import type { LiveFigures } from './live-figures.schema.ts';
import { publicFigures } from './public-figures.rules.ts';

const WINDOW_MS = 30 * 86_400_000;
const CACHE_TTL_MS = 10 * 60_000;

/**
 * The installation's figures on the home page. However many visitors ask, the database is queried once in ten minutes.
 */
@Injectable()
export class LiveFiguresService {
  private readonly shown: boolean;
  private kept: { figures: LiveFigures['figures']; untilMs: number } | null = null;
  private asking: Promise<LiveFigures['figures']> | null = null;

  constructor(
    @Inject(LOGS_CONFIG) config: LogsConfig,
    private readonly sums: InstallationSumsRepository,
  ) {
    this.shown = config.PALISADE_LOGS_PUBLIC_FIGURES;
  }

  async figures(): Promise<LiveFigures> {
    if (!this.shown) return { figures: null };
    if (this.kept !== null && Date.now() < this.kept.untilMs) return { figures: this.kept.figures };
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return { figures: await this.asking };
  }

  private async ask(): Promise<LiveFigures['figures']> {
    const sum = await this.sums.since(new Date(Date.now() - WINDOW_MS));
    const figures = sum && publicFigures(sum);
    this.kept = { figures, untilMs: Date.now() + CACHE_TTL_MS };
    return figures;
  }
}
