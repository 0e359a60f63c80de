import { createHash } from 'node:crypto';
import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import { edgeAddressesSchema } from './edge-addresses.schema.ts';
import { EdgeAddressesService } from './edge-addresses.service.ts';

/** The part of Fastify's reply that is used. */
interface Reply {
  headers(values: Record<string, string>): unknown;
  status(code: number): unknown;
}

const CACHED = 'public, max-age=60';

@ApiTags('edge-addresses')
@Controller('edge-addresses')
export class EdgeAddressesController {
  constructor(private readonly addresses: EdgeAddressesService) {}

  /** From where the edge connects to origins, for their firewalls. With an `ETag`: 304 while nothing has changed. */
  @Get()
  @Public()
  @Refuses('unavailable')
  @ApiOkResponse({ standardSchema: edgeAddressesSchema })
  async edgeAddresses(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    const found = await this.addresses.find();
    return isNew(reply, known, JSON.stringify(found)) ? found : undefined;
  }

  /** The same as text, one address or network in each line. */
  @Get('text')
  @Public()
  @Refuses('unavailable')
  @Header('content-type', 'text/plain; charset=utf-8')
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async edgeAddressesText(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    const { ipv4, ipv6 } = await this.addresses.find();
    const text = [...ipv4, ...ipv6, ''].join('\n');
    return isNew(reply, known, text) ? text : undefined;
  }
}

/** False: the client has this already, and is told so (RFC 9110, 13.1.2). */
function isNew(reply: Reply, known: string | undefined, body: string): boolean {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  void reply.headers({ etag, 'cache-control': CACHED });
  const isKnown = known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
  if (isKnown) void reply.status(304);
  return !isKnown;
}
