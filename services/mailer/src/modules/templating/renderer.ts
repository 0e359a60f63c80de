import { Injectable } from '@nestjs/common';
import { BRAND } from '../../brand.ts';
import { asText, type Footer, layOut } from './layout.ts';
import type { MailText, Part } from './mail-text.ts';
import { MAIL_TEXTS, type MailTemplate } from './mail-texts.ts';
import { fillHtml, fillLine, fillText, namesIn, type Variables } from './placeholders.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const ACCOUNT_FOOTER: Footer = { text: BRAND.footer };
const LIST_FOOTER: Footer = { text: BRAND.newsletterFooter, unsubscribeUrl: '{{unsubscribe_url}}' };

/** Turns a template's name and variables into a mail. Layouts are made once and kept. */
@Injectable()
export class MailRenderer {
  private readonly layouts = new Map<string, Promise<string>>();

  /** Variables that end in `_url`, and `link`, are addresses: anything but http and https is left out. */
  async render(template: MailTemplate, given: Variables): Promise<RenderedMail> {
    const variables = safeAddresses(given);
    const footer = variables.unsubscribe_url ? LIST_FOOTER : ACCOUNT_FOOTER;
    const mail = withoutEmptyRows(MAIL_TEXTS[template], variables);
    const html = await this.layout(template, mail, footer);
    return {
      subject: fillLine(mail.subject, variables),
      html: fillHtml(html, variables),
      text: fillText(asText(mail, footer), variables),
    };
  }

  private layout(template: string, mail: MailText, footer: Footer): Promise<string> {
    const key = [template, footer === LIST_FOOTER, ...mail.parts.flatMap(labels)].join('\n');
    const known = this.layouts.get(key);
    if (known) return known;
    const made = layOut(mail, footer);
    this.layouts.set(key, made);
    made.catch(() => this.layouts.delete(key));
    return made;
  }
}

const labels = (part: Part): string[] =>
  part.kind === 'facts' ? part.rows.map(([label]) => label) : [part.kind];

function safeAddresses(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name, value]) => !(name === 'link' || name.endsWith('_url')) || /^https?:\/\/[^\s"'<>]+$/.test(value),
    ),
  );
}

/** A row whose values are all unknown says nothing. */
function withoutEmptyRows(mail: MailText, variables: Variables): MailText {
  const isKnown = (value: string) => {
    const names = namesIn(value);
    return names.length === 0 || names.some((name) => Boolean(variables[name]));
  };
  const parts = mail.parts.flatMap((part): Part[] => {
    if (part.kind === 'button') return isKnown(part.url) ? [part] : [];
    if (part.kind !== 'facts') return [part];
    const rows = part.rows.filter(([, value]) => isKnown(value));
    return rows.length > 0 ? [{ kind: 'facts', rows }] : [];
  });
  return { ...mail, parts };
}
