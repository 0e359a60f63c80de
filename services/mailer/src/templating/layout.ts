import { escapeMarkup } from '@palisade/basics';
import mjml2html from 'mjml';
import { BRAND } from './brand.ts';
import type { FooterKind, MailText } from './mail-text.ts';
import { partAsMjml, partAsText } from './parts.ts';
import { STYLES } from './styles.ts';

const { colours: c, fonts, name, tagline, tones } = BRAND;

interface FooterLine {
  text: string;
  links: readonly (readonly [label: string, url: string])[];
}

/** The sender's name and postal address, required by law in bulk mail; the product where no company is set. */
const LETTERHEAD = `{{letterhead|${name} · ${tagline}}}`;
const SETTINGS = ['Notification settings', '{{public_url}}/dashboard/settings'] as const;
const UNSUBSCRIBE = ['Unsubscribe', '{{unsubscribe_url}}'] as const;

const FOOTERS: Readonly<Record<FooterKind, FooterLine>> = {
  account: { text: `You receive this email because it is about your ${name} account.`, links: [] },
  settings: {
    text: 'You receive this email because alerts are turned on for your account.',
    links: [SETTINGS],
  },
  report: {
    text: 'You receive this email because reports are turned on for your account.',
    links: [SETTINGS, UNSUBSCRIBE],
  },
  list: { text: BRAND.newsletterFooter, links: [UNSUBSCRIBE] },
  visitor: {
    text: 'You receive this email because of something that was done with this email address.',
    links: [],
  },
};

/**
 * A mail's HTML with its placeholders. MJML turns this small markup into tables that old mail programs can display;
 * data of recipients and services is filled in later and never passes through it.
 */
export async function renderLayout(mail: MailText): Promise<string> {
  const footer = FOOTERS[mail.footer];
  const { strong } = tones[mail.tone];
  const body = mail.parts.map(partAsMjml).join('\n');
  const links = footer.links.map(
    ([label, url]) =>
      `<a href="${url}" class="muted" style="color:${c.muted};text-decoration:underline">${escapeMarkup(label)}</a>`,
  );
  return compile(`<mjml lang="en">
  <mj-head>
    <mj-title>${escapeMarkup(mail.heading)}</mj-title>
    <mj-preview>${escapeMarkup(mail.preview)}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes>
      <mj-all font-family="${fonts}" />
      <mj-text color="${c.ink}" font-size="16px" line-height="1.6" padding="8px 32px" />
      <mj-section padding="0" />
    </mj-attributes>
    <mj-style>${STYLES}</mj-style>
  </mj-head>
  <mj-body background-color="${c.page}" css-class="page" width="600px">
    <mj-section padding="28px 8px 14px"><mj-column>
      <mj-text css-class="brand" padding="0 24px" font-size="19px" font-weight="700" line-height="32px" color="${c.ink}"><span class="mark" style="display:inline-block;width:32px;height:32px;line-height:32px;margin-right:10px;border-radius:9px;background:${c.mark};color:${c.onMark};text-align:center;font-weight:800">${escapeMarkup(name.charAt(0))}</span>${escapeMarkup(name)}</mj-text>
    </mj-column></mj-section>
    <mj-section background-color="${c.card}" css-class="card" border-radius="12px" padding="28px 0"><mj-column>
      <mj-text css-class="topic ${mail.tone}" font-size="12px" font-weight="700" letter-spacing="0.08em" line-height="1.4" padding="0 32px 6px" color="${strong}">${escapeMarkup(mail.topic.toUpperCase())}</mj-text>
      <mj-text css-class="ink heading" font-size="24px" font-weight="700" line-height="1.3" padding="0 32px 10px">${escapeMarkup(mail.heading)}</mj-text>
      ${body}
    </mj-column></mj-section>
    <mj-section padding="18px 8px 32px"><mj-column>
      <mj-text css-class="muted" padding="0 24px" font-size="13px" line-height="1.6" color="${c.muted}">${escapeMarkup(footer.text)}${
        links.length > 0 ? `<br>${links.join(' &nbsp;·&nbsp; ')}` : ''
      }<br>${LETTERHEAD}</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`);
}

async function compile(markup: string): Promise<string> {
  const { html, errors } = await mjml2html(markup, { validationLevel: 'strict', keepComments: true });
  if (errors.length > 0) throw new Error(`the mail layout is not valid MJML: ${errors[0]?.formattedMessage}`);
  return html;
}

/** The plain text version of the mail. */
export function renderText(mail: MailText): string {
  const footer = FOOTERS[mail.footer];
  const links = footer.links.map(([label, url]) => `\n${label}: ${url}`).join('');
  return `${[mail.heading, ...mail.parts.map(partAsText)].join('\n\n')}\n\n-- \n${footer.text}${links}\n${LETTERHEAD}\n`;
}
