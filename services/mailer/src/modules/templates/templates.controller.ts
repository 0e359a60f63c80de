import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, DomainError, Refuses } from '@palisade/nest-kit';
import { z } from 'zod';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { personalise, sanitizeMailHtml, toHtmlDocument } from '../../templating/campaign-body.ts';
import { companyVariables } from '../../templating/company-variables.ts';
import { renderLayout, renderText } from '../../templating/layout.ts';
import { AccountsService } from '../accounts/accounts.service.ts';
import { CAMPAIGN_TEMPLATES, TEMPLATE_CATEGORIES } from './campaign-templates.ts';

const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(TEMPLATE_CATEGORIES),
  })
  .meta({ id: 'EmailTemplate' });

const loadSchema = z
  .object({
    template_id: z.string().max(100),
    /** The user whose data the preview shows. */
    user_email: z.string().trim().max(254).default(''),
  })
  .meta({ id: 'LoadTemplate' });
type LoadTemplate = z.infer<typeof loadSchema>;

const loadedSchema = z
  .object({
    subject: z.string(),
    /** For the editor: with placeholders, so that a campaign does not carry one person's data to all. */
    html_content: z.string(),
    /** The plain text version, for readers without HTML. */
    text_content: z.string(),
    preview_subject: z.string(),
    /** With the personal data of `user_email`; to be shown in a sandboxed frame. */
    preview_html: z.string(),
  })
  .meta({ id: 'LoadedTemplate' });

@ApiTags('admin-templates')
@Controller('admin/templates')
@AdminOnly()
export class TemplatesController {
  constructor(
    private readonly accounts: AccountsService,
    @Inject(MAILER_CONFIG) private readonly config: MailerConfig,
  ) {}

  @Get('list')
  @ApiOkResponse({ standardSchema: z.array(templateSchema) })
  listEmailTemplates() {
    return Object.entries(CAMPAIGN_TEMPLATES).map(([id, { name, description, category }]) => ({
      id,
      name,
      description,
      category,
    }));
  }

  @Post('load')
  @Refuses('not_found')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: loadedSchema })
  async loadEmailTemplate(@Body({ schema: loadSchema }) body: LoadTemplate) {
    const template = Object.hasOwn(CAMPAIGN_TEMPLATES, body.template_id)
      ? CAMPAIGN_TEMPLATES[body.template_id]
      : undefined;
    if (!template) throw new DomainError('not_found', 'template_not_found', 'Template not found');
    const html = sanitizeMailHtml(await renderLayout(template.mail));
    const account = body.user_email ? await this.accounts.byEmail(body.user_email) : null;
    const site = this.config.PALISADE_PUBLIC_URL;
    const [firstName = '', ...rest] = (account?.full_name ?? '').split(' ');
    const preview = personalise(
      { subject: template.mail.subject, html: toHtmlDocument(html), text: '' },
      {
        first_name: firstName,
        last_name: rest.join(' '),
        full_name: account?.full_name ?? '',
        email: body.user_email,
        ...companyVariables(this.config),
        site_url: site,
        unsubscribe_url: `${site}/unsubscribe`,
      },
    );
    return {
      subject: template.mail.subject,
      html_content: html,
      text_content: renderText(template.mail),
      preview_subject: preview.subject,
      preview_html: preview.html,
    };
  }
}
