import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Public } from '@palisade/nest-kit';
import { clientInfo } from '../../http/client-info.ts';
import { messageSchema } from '../../http/http-fields.ts';
import { type ContactBody, contactSchema } from './contact.schema.ts';
import { ContactService } from './contact.service.ts';

@ApiTags('contact')
@Controller('contact')
@Public()
export class ContactController {
  constructor(private readonly contact: ContactService) {}

  @Post()
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async sendContactMessage(
    @CurrentCaller() caller: Caller,
    @Headers('user-agent') agent: string | undefined,
    @Body({ schema: contactSchema }) body: ContactBody,
  ) {
    await this.contact.receive(body, clientInfo(caller, agent));
    return { message: "Message sent successfully! We'll get back to you soon." };
  }
}
