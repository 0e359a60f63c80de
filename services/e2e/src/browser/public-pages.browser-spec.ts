import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

test.describe('what the pages say', () => {
  let visitor: Visitor;
  test.beforeEach(async ({ world }) => {
    visitor = await world.visitor();
  });

  test('home: figures, benefits, features by group, three steps, prices elsewhere', async () => {
    await visitor.open('/');
    for (const text of [
      '99.9%',
      '1M+',
      '500+',
      '$29/mo',
      '$50/mo',
      '14-day free trial · no credit card · cancel anytime',
    ])
      await visitor.sees(text);
    for (const title of ['Security Features', 'Management & Control', 'Analytics & Insights'])
      await visitor.seesHeading(title);
    for (const title of ['Sign up', 'Add your domain', 'You are protected']) await visitor.seesHeading(title);
    const main = visitor.page.getByRole('main');
    expect(await main.locator('a[href="/pricing"]').count()).toBeGreaterThan(0);
    expect(await main.locator('a[href="/register"]').count()).toBeGreaterThan(0);
    expect(await visitor.page.title()).toContain('Palisade');
  });

  test('features: four categories tagged with plans, and a comparison in marks', async () => {
    await visitor.open('/features');
    for (const title of [
      'Core Protection',
      'Access Control',
      'Performance & Reliability',
      'Analytics & Monitoring',
    ])
      await visitor.seesHeading(title);
    const table = visitor.page.locator('#comparison').getByRole('table').first();
    await expect(table.getByRole('columnheader')).toHaveCount(5);
    const cells = (await table.getByRole('cell').allTextContents()).map((text) => text.trim().toLowerCase());
    for (const mark of [
      'coming soon',
      'limited',
      'best in class',
      'not available',
      'easy',
      'hard',
      'none',
      'high',
    ])
      expect(cells).toContain(mark);
    const main = visitor.page.getByRole('main');
    expect(await main.locator('a[href="/pricing"]').count()).toBeGreaterThan(0);
    expect(await main.locator('a[href="/register"]').count()).toBeGreaterThan(0);
  });

  test('how it works: six steps, five providers, questions', async () => {
    await visitor.open('/how-it-works');
    for (const title of [
      'Create your account',
      'Add your domain',
      'Update DNS with a CNAME',
      'Verify the domain',
      'Configure the WAF',
      'Monitor',
    ])
      await visitor.seesHeading(title);
    for (const provider of ['Cloudflare', 'GoDaddy', 'Namecheap', 'Amazon Route 53', 'Google Cloud DNS'])
      await visitor.sees(provider);
    await visitor.page.getByText('Will my site be down meanwhile?').click();
    await visitor.sees('visitors reach your server as before');
    for (const path of ['/register', '/pricing', '/contact'])
      expect(await visitor.page.getByRole('main').locator(`a[href="${path}"]`).count()).toBeGreaterThan(0);
  });

  test('how to use: the five parts of the guide and its figures', async () => {
    await visitor.open('/how-to-use');
    for (const title of [
      '1. Add your domain',
      '2. Verify ownership',
      '3. Configure the WAF',
      '4. Point your visitors at Palisade',
      '5. Monitor the dashboard',
    ])
      await visitor.seesHeading(title);
    for (const text of [
      'Verification CNAME Record',
      'Origin Server',
      'WAF Policy',
      '30 seconds',
      '5-15%',
      'Threat Analysis',
    ])
      await visitor.sees(new RegExp(text));
    for (const path of ['/contact', '/features'])
      expect(await visitor.page.getByRole('main').locator(`a[href="${path}"]`).count()).toBeGreaterThan(0);
  });

  test('about: story, four values, figures', async () => {
    await visitor.open('/about');
    for (const title of [
      'Explain, don’t just block',
      'Simple on the outside',
      'Honest limits',
      'Privacy by design',
    ])
      await visitor.seesHeading(title);
    await visitor.sees('500+');
  });

  test('privacy: fourteen numbered sections, with the way to cancel and delete', async () => {
    await visitor.open('/privacy');
    await visitor.sees('Last updated October 23, 2025');
    const titles = await visitor.page.getByRole('heading', { level: 2 }).allTextContents();
    const numbered = titles.filter((title) => /^\d+\. /.test(title));
    expect(numbered.map((title) => Number.parseInt(title, 10))).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
    const text = (await visitor.page.getByRole('main').textContent()) ?? '';
    for (const fact of [
      'Subscription Management',
      'Danger Zone',
      '30 days',
      '90 days',
      '12 months',
      '7 years',
      '3 years',
      '72 hours',
      '18',
      'TOTP multi-factor authentication',
    ])
      expect(text).toContain(fact);
  });

  test('terms, data processing and security name who runs this, and are linked where accounts are made', async () => {
    for (const path of ['/register-simple', '/register?plan=starter']) {
      await visitor.open(path);
      const agreement = visitor.page.getByRole('main');
      await expect(agreement.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
        'href',
        '/terms',
      );
      await expect(agreement.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
        'href',
        '/privacy',
      );
    }
    for (const path of ['/terms', '/data-processing', '/privacy']) {
      await visitor.open(path);
      await visitor.sees(/“We” are Palisade Demo, 1 Palisade Way, Wilmington, Delaware/);
    }
    await visitor.open('/security');
    await visitor.sees(/Write to support@palisade\.example/);
    await expect(visitor.page.getByRole('link', { name: 'What is not inspected' })).toHaveAttribute(
      'href',
      '/docs/security/not-inspected',
    );
    await visitor.open('/contact#imprint');
    await visitor.seesHeading('Imprint');
  });

  test('pricing: cards, a full comparison, questions', async () => {
    await visitor.open('/pricing');
    const cards = visitor.page.getByRole('article', { name: / plan$/ });
    await cards.nth(3).waitFor();
    expect(await cards.allTextContents().then((all) => all.map((text) => /\$\d+/.exec(text)?.[0]))).toEqual([
      '$0',
      '$29',
      '$79',
      '$199',
    ]);
    const table = visitor.page.getByRole('region', { name: 'Plan comparison' }).getByRole('table');
    const row = async (label: string) =>
      (
        await table
          .getByRole('row', { name: new RegExp(`^${label}`) })
          .getByRole('cell')
          .allTextContents()
      ).map((text) => text.trim());
    expect(await row('Domains')).toEqual(['1', '1-2', 'Up to 5', 'Unlimited']);
    expect(await row('Bandwidth')).toEqual(['5 GB', '10 GB', '100 GB', 'Unlimited']);
    expect(await row('Rate limiting')).toEqual(['', '100 req/min', '500 req/min', 'Unlimited']);
    expect(await row('DDoS capacity')).toEqual(['No', '10 Gbps', '50 Gbps', '100+ Gbps']);
    expect(await row('Custom rules')).toEqual(['5', '25', '100', 'Unlimited']);
    expect(await row('Log retention')).toEqual(['7 days', '14 days', '30 days', '90 days']);
    expect(await row('Uptime')).toEqual(['99%', '99.5%', '99.9%', '99.99%']);
    expect(await row('Support')).toEqual(['Community', 'Email, 24h', 'Priority, 4h', '24/7 phone']);
    expect(await row('Dedicated account manager')).toEqual(['No', 'No', 'No', 'Yes']);
    await visitor.page.getByRole('radio', { name: /Yearly/ }).check();
    await visitor.sees('$24.17 a month, you save $58', cards.nth(1));
    expect(
      await cards.allTextContents().then((all) => all.map((text) => /\$[\d,]+\/year/.exec(text)?.[0])),
    ).toEqual(['$0/year', '$290/year', '$790/year', '$1,990/year']);
    const named = visitor.page.locator('#products').getByRole('article');
    expect(await named.count()).toBe(8);
    await named
      .nth(1)
      .getByRole('link', { name: /Source of/ })
      .first()
      .waitFor();
    await visitor.page.getByText('Do you give refunds?').click();
    await visitor.sees(/Within 14 days/);
  });
});
