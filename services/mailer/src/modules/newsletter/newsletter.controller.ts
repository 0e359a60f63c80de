import { Body, Controller, Get, Header, Headers, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { escapeMarkup } from '@palisade/basics';
import { type Caller, CurrentCaller, Public } from '@palisade/nest-kit';
import { clientInfo } from '../../http/client-info.ts';
import { messageSchema } from '../../http/http-fields.ts';
import { BRAND } from '../../templating/brand.ts';
import {
  type SubscribeBody,
  subscribeSchema,
  type TokenQuery,
  tokenQuerySchema,
  type UnsubscribeBody,
  unsubscribeSchema,
} from './newsletter.schema.ts';
import { SubscribersService } from './subscribers.service.ts';

@ApiTags('newsletter')
@Controller('newsletter')
@Public()
export class NewsletterController {
  constructor(private readonly subscribers: SubscribersService) {}

  @Post('subscribe')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async subscribeNewsletter(@Body({ schema: subscribeSchema }) body: SubscribeBody) {
    await this.subscribers.subscribe(body);
    return { message: 'Successfully subscribed! Check your email.' };
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async unsubscribeNewsletter(
    @CurrentCaller() caller: Caller,
    @Headers('user-agent') agent: string | undefined,
    @Body({ schema: unsubscribeSchema }) body: UnsubscribeBody,
  ) {
    await this.subscribers.unsubscribe(body, clientInfo(caller, agent));
    return { message: 'Successfully unsubscribed!' };
  }

  /** Called by mail programs (RFC 8058). GET does nothing here: link scanners follow every link in a mail. */
  @Post('one-click')
  @HttpCode(200)
  @ApiExcludeEndpoint()
  async unsubscribeOneClick(
    @CurrentCaller() caller: Caller,
    @Headers('user-agent') agent: string | undefined,
    @Query({ schema: tokenQuerySchema }) { token }: TokenQuery,
  ) {
    await this.subscribers.oneClick(token, clientInfo(caller, agent));
    return { message: 'Successfully unsubscribed!' };
  }

  /** Undoes an unsubscription by the link in the notice: a page with a button, which alone changes anything. */
  @Get('resubscribe')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @ApiExcludeEndpoint()
  askResubscribe(@Query({ schema: tokenQuerySchema }) { token }: TokenQuery): string {
    const action = `/api/newsletter/resubscribe?${new URLSearchParams({ token })}`;
    return page(`<p>Do you want our newsletter?</p>
<form method="post" action="${escapeMarkup(action)}"><button type="submit">Subscribe me</button></form>`);
  }

  @Post('resubscribe')
  @HttpCode(200)
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiExcludeEndpoint()
  async confirmResubscribe(@Query({ schema: tokenQuerySchema }) { token }: TokenQuery): Promise<string> {
    await this.subscribers.resubscribe(token);
    return page('<p>You are subscribed.</p><p><a href="/">Home</a></p>');
  }
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${BRAND.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>${BRAND.name}</h1>${body}</main></body></html>`;
