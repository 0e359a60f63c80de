import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';

const HOSTILE = {
  header: 'x\r\nBcc: victim@example.com',
  bareNewline: 'x\nX-Injected: 1',
  separator: 'x\u2028Bcc: victim@example.com',
  script: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  formula: '=HYPERLINK("http://evil.example","x")',
  placeholder: '{{unsubscribe_url}}{{constructor}}{{__proto__}}',
  otherTemplates: `$\{7*7} #{7*7} <%= 7*7 %> {% raw %}`,
} as const;

interface Form {
  path: string;
  admin: boolean;
  good: Record<string, unknown>;
  fields: readonly string[];
}

const FORMS: readonly Form[] = [
  {
    path: '/contact/',
    admin: false,
    good: { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' },
    fields: ['name', 'email', 'subject', 'message'],
  },
  {
    path: '/newsletter/subscribe',
    admin: false,
    good: { email: 'a@example.com', first_name: 'A', last_name: 'B' },
    fields: ['email', 'first_name', 'last_name'],
  },
  {
    path: '/newsletter/unsubscribe',
    admin: false,
    good: { email: 'a@example.com', reason: '', ip_address: '', user_agent: '' },
    fields: ['email', 'reason', 'ip_address', 'user_agent', 'token'],
  },
  {
    path: '/admin/smtp/',
    admin: true,
    good: {
      name: 'N',
      host: 'mail.example.com',
      port: 25,
      username: 'u',
      password: 'p',
      use_tls: false,
      from_email: 'a@example.com',
      is_active: false,
    },
    fields: ['name', 'host', 'username', 'from_email', 'from_name', 'dkim_domain', 'dkim_selector'],
  },
  {
    path: '/admin/campaigns/',
    admin: true,
    good: {
      name: 'N',
      subject: 'S',
      body_html: '<p>B</p>',
      body_text: 'B',
      target_audience: 'custom',
      custom_emails: 'c@example.com',
    },
    fields: ['name', 'subject', 'body_html', 'body_text', 'custom_emails'],
  },
];
const CASES = FORMS.flatMap((form) =>
  form.fields.flatMap((field) =>
    Object.entries(HOSTILE).map(([kind, text]) => ({ form, field, kind, text })),
  ),
);

describe('hostile strings in every field', () => {
  const admin = newAdmin();
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering();
  });
  afterAll(() => harness?.stop());

  it('are refused or arrive as inert text: no header of theirs, no script, no formula, no template run', async () => {
    const outcomes: Record<string, number> = {};
    for (const [index, { form, field, text }] of CASES.entries()) {
      // Each case from a client address and to a recipient of its own: limits and repeats are not tested here.
      const unique = form.admin || field === 'email' ? {} : { email: `case${index}@example.com` };
      const { status, body } = await harness.call(
        'POST',
        form.path,
        form.admin ? admin : null,
        { ...form.good, ...unique, [field]: text },
        { 'x-test-address': `198.51.${Math.floor(index / 200)}.${index % 200}` },
      );
      expect([200, 201, 400, 422]).toContain(status);
      const outcome = status < 300 ? 'taken' : 'refused';
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (form.path === '/admin/campaigns/' && status === 201) {
        await harness.call('POST', `/admin/campaigns/${body.id}/send`, admin);
      }
    }
    expect(outcomes.taken).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(40);

    await eventually(
      'everything that was taken is sent',
      async () => {
        const { rows } = await harness.database.query(
          `SELECT (SELECT count(*) FROM mails WHERE status = 'queued')
                + (SELECT count(*) FROM campaign_recipients WHERE status IN ('pending', 'in_flight')) AS open`,
        );
        expect(Number(rows[0].open)).toBe(0);
      },
      40_000,
    );
    expect(harness.sink.taken.length).toBeGreaterThan(30);
    expect(harness.sink.recipients).not.toContain('victim@example.com');
    for (const { raw, mail } of harness.sink.taken) {
      const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
      expect(headers).not.toMatch(/^(Bcc|X-Injected):/im);
      expect(mail.html).not.toMatch(/<script|<[^>]+\sonerror\s*=/i);
      // No template language but ours runs, and ours runs once: a value that looks like a placeholder stays unchanged.
      expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/\b49\b|\[object Object\]|function /);
    }
    const { text } = await harness.call('GET', '/admin/subscribers/export', admin);
    for (const cell of text.split(/[\n,]/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
  }, 300_000);
});
