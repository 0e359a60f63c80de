// npm run mails:screens -- [FOLDER]: screenshots of every mail and campaign template in light, dark and on a phone,
// with the text part; and index.html, which shows them side by side.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeMarkup } from '@palisade/basics';
import { chromiumPath } from '@palisade/testing';
import { type Browser, chromium } from 'playwright-core';
import { CAMPAIGN_TEMPLATES } from '../modules/templates/campaign-templates.ts';
import { personalise, prepareCampaign, sanitizeMailHtml } from '../templating/campaign-body.ts';
import { renderLayout, renderText } from '../templating/layout.ts';
import { MailRendererService, type RenderedMail } from '../templating/renderer/mail-renderer.service.ts';
import { MAIL_TEXTS, type MailTemplate } from '../templating/texts/mail-texts.ts';
import { SAMPLE_VARIABLES } from './sample-variables.ts';

const VIEWS = [
  { name: 'light', width: 800, colorScheme: 'light' },
  { name: 'dark', width: 800, colorScheme: 'dark' },
  { name: 'phone', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
] as const;

async function everyMail(): Promise<Map<string, RenderedMail>> {
  const renderer = new MailRendererService();
  const mails = new Map<string, RenderedMail>();
  for (const template of Object.keys(MAIL_TEXTS) as MailTemplate[]) {
    mails.set(template, await renderer.render(template, SAMPLE_VARIABLES));
  }
  for (const [id, { mail }] of Object.entries(CAMPAIGN_TEMPLATES)) {
    const content = prepareCampaign({
      subject: mail.subject,
      body_html: sanitizeMailHtml(await renderLayout(mail)),
      body_text: renderText(mail),
    });
    mails.set(`campaign-${id}`, personalise(content, SAMPLE_VARIABLES));
  }
  return mails;
}

/** @returns the widths of views whose content is wider than the screen */
async function photograph(browser: Browser, folder: string, name: string, html: string): Promise<string[]> {
  const tooWide: string[] = [];
  for (const { name: view, width, colorScheme } of VIEWS) {
    const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
    await page.setContent(html);
    const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
    if (Number(contentWidth) > width) tooWide.push(`${name} ${view}: ${contentWidth} px`);
    await page.screenshot({ path: path.join(folder, `${name}.${view}.png`), fullPage: true });
    await page.close();
  }
  return tooWide;
}

function index(mails: ReadonlyMap<string, RenderedMail>): string {
  const rows = [...mails].map(
    ([name, { subject, text }]) =>
      `<h2>${name}</h2><p>${escapeMarkup(subject)}</p><div>${VIEWS.map(({ name: view }) => `<img src="${name}.${view}.png" alt="${view}">`).join('')}<pre>${escapeMarkup(text)}</pre></div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Mails</title><style>body{font:14px system-ui;background:#888}div{display:flex;gap:12px;align-items:start}img{height:auto;max-width:28%}pre{background:#fff;padding:12px;max-width:30%;overflow:auto}</style>${rows.join('')}`;
}

const folder = path.resolve(process.argv[2] ?? 'mail-screens');
await mkdir(folder, { recursive: true });
const mails = await everyMail();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const tooWide: string[] = [];
const unfilled: string[] = [];
for (const [name, mail] of mails) {
  tooWide.push(...(await photograph(browser, folder, name, mail.html)));
  if (/\{\{/.test(mail.html + mail.text + mail.subject)) unfilled.push(name);
  await writeFile(path.join(folder, `${name}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
}
await browser.close();
await writeFile(path.join(folder, 'index.html'), index(mails));
console.log(`${mails.size} mails, ${mails.size * VIEWS.length} screenshots in ${folder}`);
for (const problem of [...tooWide, ...unfilled.map((name) => `${name}: a placeholder is left`)])
  console.error(problem);
process.exit(tooWide.length + unfilled.length === 0 ? 0 : 1);
