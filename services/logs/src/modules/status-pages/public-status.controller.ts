import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import { z } from 'zod';
import { PublicStatusService } from './public-status.service.ts';
import { publicStatusSchema } from './status-page.schema.ts';

const slug = z.string().max(60);
/** The same for everybody, and no older than what its readers are told. */
const CACHED = 'public, max-age=15';
/** Who has the address may read it; nobody finds it by searching. */
const UNLISTED = ['x-robots-tag', 'noindex'] as const;

@ApiTags('status')
@Controller('status')
@Public()
export class PublicStatusController {
  constructor(private readonly pages: PublicStatusService) {}

  /** A site's status page, as its owner shows it to whoever has the address. */
  @Get(':slug')
  @Refuses('not_found')
  @Header('cache-control', CACHED)
  @Header(...UNLISTED)
  @ApiOkResponse({ standardSchema: publicStatusSchema })
  async publicStatus(@Param('slug', { schema: slug }) named: string) {
    return (await this.pages.find(named)).status;
  }

  /** Its incidents as an Atom feed. */
  @Get(':slug/feed')
  @Refuses('not_found')
  @Header('cache-control', CACHED)
  @Header(...UNLISTED)
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  async publicStatusFeed(@Param('slug', { schema: slug }) named: string) {
    const { feed } = await this.pages.find(named);
    return new StreamableFile(Buffer.from(feed), { type: 'application/atom+xml; charset=utf-8' });
  }
}
