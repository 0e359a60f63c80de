import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Public } from '@palisade/nest-kit';
import { messageSchema } from '../../http-fields.ts';
import { visitor } from '../newsletter/newsletter.controller.ts';
import { type ContactBody, contactSchema } from './contact.dto.ts';
import { Contact } from './contact.ts';

@ApiTags('contact')
@Controller('contact')
@Public()
export class ContactController {
  constructor(private readonly contact: Contact) {}

  @Post()
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async sendContactMessage(
    @CurrentCaller() caller: Caller,
    @Headers('user-agent') agent: string | undefined,
    @Body({ schema: contactSchema }) body: ContactBody,
  ) {
    await this.contact.receive(body, visitor(caller, agent));
    return { message: "Message sent successfully! We'll get back to you soon." };
  }
}
