import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@palisade/nest-kit';
import { liveFiguresSchema } from './live-figures.schema.ts';
import { LiveFiguresService } from './live-figures.service.ts';

@ApiTags('live-figures')
@Controller('live-figures')
@Public()
export class LiveFiguresController {
  constructor(private readonly live: LiveFiguresService) {}

  /** Sums over all sites of this installation in the last thirty days, rounded; nothing of a single site. */
  @Get()
  @ApiOkResponse({ standardSchema: liveFiguresSchema })
  liveFigures() {
    return this.live.figures();
  }
}
