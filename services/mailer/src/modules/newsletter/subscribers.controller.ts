import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { pageSize, rowId } from '../../http/http-fields.ts';
import { SubscriberListService } from './subscriber-list.service.ts';

const subscriberSchema = z
  .object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_subscribed: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Subscriber' });

const querySchema = z.object({
  /** Part of the address or the name. */
  search: z.string().max(254).default(''),
  before: rowId.optional().describe('Only who came before: the id of the last one of the page before.'),
  limit: pageSize,
});
type SubscriberQuery = z.infer<typeof querySchema>;

const importSchema = z
  .object({
    /** Columns email, first_name, last_name; the first line names them. */
    csv: z.string().max(1_500_000),
  })
  .meta({ id: 'SubscriberImport' });
type SubscriberImport = z.infer<typeof importSchema>;

const importedSchema = z
  .object({ added: z.int(), known: z.int(), suppressed: z.int(), bad_lines: z.array(z.int()) })
  .meta({ id: 'SubscribersImported' });

@ApiTags('admin-subscribers')
@Controller('admin/subscribers')
@AdminOnly()
export class SubscribersController {
  constructor(private readonly list: SubscriberListService) {}

  /** Subscribers of the newsletter, newest first, a page at a time. */
  @Get()
  @ApiQuery({ name: 'search', type: String, required: false })
  @ApiQuery({ name: 'before', type: Number, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  @ApiOkResponse({ standardSchema: z.array(subscriberSchema) })
  listSubscribers(@Query({ schema: querySchema }) { search, before, limit }: SubscriberQuery) {
    return this.list.find(search, { before: before ?? null, limit });
  }

  @Get('export')
  @Header('cache-control', 'no-store')
  @ApiProduces('text/csv')
  @Sensitive('admin.subscriber.export')
  async exportSubscribers(@CurrentUser() admin: UserCaller): Promise<StreamableFile> {
    return new StreamableFile(await this.list.export(admin), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="subscribers.csv"',
    });
  }

  @Post('import')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: importedSchema })
  @Sensitive('admin.subscriber.import')
  importSubscribers(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: importSchema }) body: SubscriberImport,
  ) {
    return this.list.import(admin, body.csv);
  }

  /** Removes somebody who asked for it some other way: as if they had unsubscribed themselves. */
  @Delete(':id')
  @Refuses('not_found')
  @HttpCode(204)
  @ApiNoContentResponse()
  removeSubscriber(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    return this.list.remove(admin, id);
  }
}
