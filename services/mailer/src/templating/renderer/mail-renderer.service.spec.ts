import { fillHtml, fillLine, fillText, namesIn } from '../placeholders.ts';
import { MAIL_TEXTS, type MailTemplate } from '../texts/mail-texts.ts';
import { MailRendererService } from './mail-renderer.service.ts';

const HOSTILE = '<script>alert(1)</script>{{link}}\r\nBcc: x@example.com';
const everyVariable = (template: MailTemplate) =>
  Object.fromEntries(namesIn(JSON.stringify(MAIL_TEXTS[template])).map((name) => [name, HOSTILE]));

describe('mail templates', () => {
  const renderer = new MailRendererService();

  it.each(Object.keys(MAIL_TEXTS) as MailTemplate[])(
    '%s: whatever its variables hold, it stays text',
    async (template) => {
      const mail = await renderer.render(template, {
        ...everyVariable(template),
        link: 'https://palisade.example/x',
        public_url: 'https://palisade.example',
      });
      expect(mail.html).not.toContain('<script');
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.text.length).toBeGreaterThan(40);
      expect(mail.html).toContain('color-scheme');
    },
  );

  it('leaves out a link that is no web address, and its button with it', async () => {
    const mail = await renderer.render('confirm_email', { link: 'javascript:alert(1)' });
    expect(mail.html).not.toContain('javascript:');
    expect(mail.text).not.toContain('Confirm email address');
  });

  it('leaves out rows without a value', async () => {
    const mail = await renderer.render('payment_received', { amount: '$1.00' });
    expect(mail.text).toContain('Amount: $1.00');
    expect(mail.text).not.toContain('Invoice:');
  });
});

describe('placeholders', () => {
  it('fills in one pass, with defaults, and knows nothing of prototypes', () => {
    expect(fillText('{{a}} {{b|none}} {{constructor|-}}', { a: '{{b}}' })).toBe('{{b}} none -');
  });

  it('escapes for HTML and keeps headers to one line', () => {
    expect(fillHtml('<p>{{a}}</p>', { a: '<i>&"\'' })).toBe('<p>&#60;i&#62;&#38;&#34;&#39;</p>');
    expect(fillLine('{{a}}', { a: 'x\r\nBcc: y\u0000' })).toBe('x Bcc: y');
  });
});
