import { Controller, Get, Header, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PublicStatusService } from './public-status.service.ts';
import { publicStatusSchema } from './status-page.schema.ts';

const slug = z.string().max(60);
/** Readable for everybody with the address; not indexed by search engines. */
const UNLISTED = ['x-robots-tag', 'noindex'] as const;

@ApiTags('status')
@Controller('status')
@Public()
export class PublicStatusController {
  constructor(private readonly pages: PublicStatusService) {}

  /** A site's public status page. */
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

/** Set only for a page that was found: a decorator would also set it on errors. */
function shared(reply: FastifyReply, freshSeconds: number, body: Buffer, type: string): StreamableFile {
  void reply.header('cache-control', `public, max-age=${freshSeconds}`);
  return new StreamableFile(body, { type, length: body.length });
}
