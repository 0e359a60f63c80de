import { Controller, Get, Header, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PublicStatusService } from './public-status.service.ts';
import { publicStatusSchema } from './status-page.schema.ts';

const slug = z.string().max(60);
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
  @Header(...UNLISTED)
  @ApiOkResponse({ standardSchema: publicStatusSchema })
  async publicStatus(
    @Param('slug', { schema: slug }) named: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { json, freshSeconds } = await this.pages.find(named);
    return shared(reply, freshSeconds, json, 'application/json; charset=utf-8');
  }

  /** Its incidents as an Atom feed. */
  @Get(':slug/feed')
  @Refuses('not_found')
  @Header(...UNLISTED)
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  async publicStatusFeed(
    @Param('slug', { schema: slug }) named: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { feed, freshSeconds } = await this.pages.find(named);
    return shared(reply, freshSeconds, feed, 'application/atom+xml; charset=utf-8');
  }
}

/** The same for everybody; said of a page that was found alone, since a decorator would say it of refusals as well. */
function shared(reply: FastifyReply, freshSeconds: number, body: Buffer, type: string): StreamableFile {
  void reply.header('cache-control', `public, max-age=${freshSeconds}`);
  return new StreamableFile(body, { type, length: body.length });
}
