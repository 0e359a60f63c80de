import { Injectable } from '@nestjs/common';
import { formatDay } from '../format.ts';
import { renderLayout, renderText } from '../layout.ts';
import type { MailText, Part, Row } from '../mail-text.ts';
import { fillHtml, fillLine, fillText, namesIn, type Variables } from '../placeholders.ts';
import { MAIL_TEXTS, type MailTemplate } from '../texts/mail-texts.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Renders a template with variables to a mail. Layouts are compiled once and cached. */
@Injectable()
export class MailRendererService {
  private readonly layouts = new Map<string, Promise<string>>();

  /**
   * Variables that end in `_url`, and `link`, are URLs: any scheme but http and https is dropped. Days that end in
   * `_at` (`2026-11-30`) are written out.
   */
  async render(template: MailTemplate, given: Variables): Promise<RenderedMail> {
    const variables = withWordedDays(safeAddresses(given));
    const mail = withoutEmptyRows(MAIL_TEXTS[template], variables);
    const html = await this.layout(template, mail);
    return {
      subject: fillLine(mail.subject, variables),
      html: fillHtml(html, variables),
      text: fillText(renderText(mail), variables),
    };
  }

  /** The preview text of a mail, in plain text. */
  headline(template: MailTemplate, given: Variables): Pick<MailText, 'subject' | 'preview'> {
    const variables = withWordedDays(safeAddresses(given));
    const { subject, preview } = MAIL_TEXTS[template];
    return { subject: fillLine(subject, variables), preview: fillLine(preview, variables) };
  }

  private layout(template: string, mail: MailText): Promise<string> {
    const key = [template, ...mail.parts.flatMap(labels)].join('\n');
    const known = this.layouts.get(key);
    if (known) return known;
    const made = renderLayout(mail);
    this.layouts.set(key, made);
    made.catch(() => this.layouts.delete(key));
    return made;
  }
}

const labels = (part: Part): string[] => ('rows' in part ? part.rows.map(([label]) => label) : [part.kind]);

function safeAddresses(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name, value]) => !(name === 'link' || name.endsWith('_url')) || /^https?:\/\/[^\s"'<>]+$/.test(value),
    ),
  );
}

function withWordedDays(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      name.endsWith('_at') && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(new Date(value)) : value,
    ]),
  );
}

/** A row whose values are all unknown is left out. */
function withoutEmptyRows(mail: MailText, variables: Variables): MailText {
  const isKnown = (value: string) => {
    const names = namesIn(value);
    return names.length === 0 || value.includes('|') || names.some((name) => Boolean(variables[name]));
  };
  const known = (rows: readonly Row[]) => rows.filter(([, value]) => isKnown(value));
  const parts = mail.parts.flatMap((part): Part[] => {
    if (part.kind === 'button') return isKnown(part.url) ? [part] : [];
    if (part.kind !== 'facts' && part.kind !== 'figures') return [part];
    const rows = known(part.rows);
    return rows.length > 0 ? [{ ...part, rows }] : [];
  });
  return { ...mail, parts };
}
