import { linkIn } from './inbox.ts';
import type { Visitor } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Paths that links of a part of the page lead to, by their text. */
async function linksOf(visitor: Visitor, role: 'navigation' | 'contentinfo', name?: string) {
  const region = visitor.page.getByRole(role, name ? { name, exact: true } : {});
  const links = await region.getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [(await link.textContent())?.trim(), await link.getAttribute('href')]),
  );
}

describe('getting around', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await world.visitor();
    await visitor.open('/');
    await visitor.seesHeading(/A fence around your website/);
  });
  afterAll(() => visitor.close());

  it('has the links of the main navigation', async () => {
    expect((await linksOf(visitor, 'navigation', 'Main')).slice(1)).toEqual([
      ['Home', '/'],
      ['Features', '/features'],
      ['How to Use', '/how-to-use'],
      ['Pricing', '/pricing'],
      ['About', '/about'],
      ['Privacy', '/privacy'],
      ['Contact', '/contact'],
      ['Login', '/login'],
      ['Get Started', '/register'],
    ]);
  });

  it('has the links, the contact block and the year of the footer', async () => {
    expect(await linksOf(visitor, 'navigation', 'Quick Links')).toEqual([
      ['Home', '/'],
      ['Features', '/features'],
      ['Pricing', '/pricing'],
      ['About Us', '/about'],
      ['Contact', '/contact'],
    ]);
    expect(await linksOf(visitor, 'navigation', 'Resources')).toEqual([
      ['How It Works', '/how-it-works'],
      ['Feature Comparison', '/features#comparison'],
      ['Privacy Policy', '/privacy'],
      ['Documentation', '/how-to-use'],
      ['Support', '/contact'],
    ]);
    const footer = visitor.page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'support@palisade.example' }).waitFor();
    await footer.getByRole('link', { name: '+1 (555) 010-4224' }).waitFor();
    await visitor.sees('Wilmington', footer);
    await visitor.sees(/© 2024 Palisade/, footer);
  });

  it('has the same links in the menu of a phone', async () => {
    const phone = await world.visitor({ viewport: { width: 390, height: 844 } });
    await phone.open('/');
    await phone.press('Open menu');
    const menu = phone.page.locator('#mobile-menu');
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Features',
      'How to Use',
      'Pricing',
      'About',
      'Privacy',
      'Contact',
      'Login',
      'Get Started',
    ]);
    await phone.follow('Pricing', menu);
    await phone.arrivesAt('/pricing');
    await phone.button('Open menu').waitFor();
    await phone.close();
  });

  it('shows somebody signed in one button: to the dashboard, or to the admin panel', async () => {
    const customer = await world.signedIn(world.stack.accounts.customer);
    await customer.open('/');
    await customer.follow('Dashboard', customer.page.getByRole('navigation', { name: 'Main' }));
    await customer.seesHeading('Dashboard Overview');
    await customer.close();
    const admin = await world.signedIn(world.stack.accounts.admin);
    await admin.open('/');
    const main = admin.page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link', { name: 'Login' }).count()).toBe(0);
    await admin.follow('Admin Panel', main);
    await admin.seesHeading('Super Admin Panel');
    await admin.close();
  });

  it('answers an unknown address with a page of its own', async () => {
    await visitor.open('/no-such-page');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await visitor.page.getByRole('main').getByRole('link').first().waitFor();
  });

  it('says so when a page breaks', async () => {
    const unlucky = await world.visitor();
    await unlucky.open('/');
    await unlucky.seesHeading(/A fence around your website/);
    await unlucky.page.route(/assets\/about-page-/, (route) => route.abort());
    const about = unlucky.page.getByRole('navigation', { name: 'Main' });
    // A page that is gone may be one of an older release: the first time, the whole product is loaded anew.
    const reloaded = unlucky.page.waitForEvent('load');
    await unlucky.follow('About', about);
    await reloaded;
    await unlucky.follow('About', about);
    await unlucky.seesHeading('Unexpected Application Error!');
    expect(unlucky.takeProblems().join()).toContain('about-page');
    await unlucky.close();
  });
});

describe('what the pages say', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await world.visitor();
  });
  afterAll(() => visitor.close());

  it('home: figures, benefits, features by group, three steps, prices elsewhere', async () => {
    await visitor.open('/');
    for (const text of [
      '99.9%',
      '1M+',
      '500+',
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

  it('features: four categories tagged with plans, and a comparison in marks', async () => {
    await visitor.open('/features');
    for (const title of [
      'Core Protection',
      'Access Control',
      'Performance & Reliability',
      'Analytics & Monitoring',
    ])
      await visitor.seesHeading(title);
    const table = visitor.page.locator('#comparison').getByRole('table').first();
    expect(await table.getByRole('columnheader').count()).toBe(5);
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

  it('how it works: six steps, five providers, questions', async () => {
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

  it('how to use: the four parts of the guide and its figures', async () => {
    await visitor.open('/how-to-use');
    for (const title of [
      '1. Add your domain',
      '2. Verify ownership',
      '3. Configure the WAF',
      '4. Monitor the dashboard',
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

  it('about: story, four values, figures', async () => {
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

  it('privacy: fourteen numbered sections, with the way to cancel and delete', async () => {
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

  it('pricing: cards, a full comparison, questions', async () => {
    await visitor.open('/pricing');
    const cards = visitor.page.getByRole('article');
    await cards.nth(3).waitFor();
    expect(await cards.allTextContents().then((all) => all.map((text) => /\$\d+/.exec(text)?.[0]))).toEqual([
      '$0',
      '$29',
      '$79',
      '$199',
    ]);
    const table = visitor.page.getByRole('table');
    const row = async (label: string) =>
      (
        await table
          .getByRole('row', { name: new RegExp(`^${label}`) })
          .getByRole('cell')
          .allTextContents()
      ).map((text) => text.trim());
    expect(await row('Domains')).toEqual(['1', 'Up to 2', 'Up to 5', 'Unlimited']);
    expect(await row('Bandwidth')).toEqual(['5 GB', '10 GB', '100 GB', 'Unlimited']);
    expect(await row('Rate limiting')).toEqual(['', '100 req/min', '500 req/min', 'Unlimited']);
    expect(await row('DDoS capacity')).toEqual(['1 Gbps', '10 Gbps', '50 Gbps', '100+ Gbps']);
    expect(await row('Custom rules')).toEqual(['5', '25', '100', 'Unlimited']);
    expect(await row('Log retention')).toEqual(['7 days', '14 days', '30 days', '90 days']);
    expect(await row('Uptime')).toEqual(['99%', '99.5%', '99.9%', '99.99%']);
    expect(await row('Support')).toEqual(['Community', 'Email, 24h', 'Priority, 4h', '24/7 phone']);
    expect(await row('Dedicated account manager')).toEqual(['No', 'No', 'No', 'Yes']);
    await visitor.page.getByText('Do you give refunds?').click();
    await visitor.sees(/Within 14 days/);
  });
});

describe('the contact form', () => {
  it('wants name, address and message; sends them, and is empty again', async () => {
    const visitor = await world.visitor();
    const { email } = world.stranger();
    await visitor.open('/contact');
    await visitor.press('Send message');
    for (const text of [
      'Please enter your name',
      'Please enter your email address',
      'Please enter a message',
    ])
      await visitor.sees(text);
    await visitor.fill({ Name: 'Ana', Email: 'nowhere', Message: 'Is the moat deep enough?' });
    await visitor.press('Send message');
    await visitor.sees('Please enter a valid email address');
    await visitor.fill({ Email: email });
    await visitor.press('Send message');
    await visitor.sees("Message sent successfully! We'll get back to you soon.");
    expect(await visitor.page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
    await visitor.close();
  });
});

describe('the newsletter', () => {
  const reader = world.stranger();

  it('asks after five seconds, and stays away for seven days when it is closed', async () => {
    const visitor = await world.visitor({ newsletter: true });
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    await visitor.page.clock.install();
    await visitor.open('/privacy');
    await visitor.seesHeading('Privacy policy');
    await visitor.page.clock.runFor(4_000);
    expect(await popup.count()).toBe(0);
    await visitor.page.clock.runFor(2_000);
    await popup.waitFor();
    await visitor.press('Close newsletter');
    expect(await popup.count()).toBe(0);
    const until = Number(await visitor.stored('newsletter_dismissed_until'));
    expect(Math.abs(until - Date.now() - WEEK_MS)).toBeLessThan(HOUR_MS);
    await visitor.open('/about');
    await visitor.page.clock.runFor(10_000);
    expect(await popup.count()).toBe(0);
    await visitor.close();
  });

  it('welcomes a subscriber and closes, and sends a mail', async () => {
    const visitor = await world.visitor({ newsletter: true });
    await visitor.open('/privacy');
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    await popup.waitFor();
    await visitor.press('Subscribe', popup);
    for (const text of [
      'Please enter your first name',
      'Please enter your last name',
      'Please enter your email address',
    ])
      await visitor.sees(text, popup);
    await visitor.fill({ 'First name': 'Ana', 'Last name': 'Souza', Email: reader.email }, popup);
    await visitor.press('Subscribe', popup);
    await visitor.sees('Successfully subscribed! Check your email.');
    await visitor.seesHeading('Welcome aboard');
    await popup.waitFor({ state: 'hidden' });
    expect(await visitor.stored('newsletter_subscribed')).toBe('true');
    const mail = await world.inbox.latest(reader.email, /./);
    expect(linkIn(mail, '/unsubscribe')).toMatch(/^\/unsubscribe\?/);
    await visitor.close();
  });

  it('knows who is subscribed already', async () => {
    const visitor = await world.visitor({ newsletter: true });
    visitor.expectsRefusalBy('/api/newsletter/subscribe');
    await visitor.open('/privacy');
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    await popup.waitFor();
    await visitor.fill({ 'First name': 'Ana', 'Last name': 'Souza', Email: reader.email }, popup);
    await visitor.press('Subscribe', popup);
    await visitor.sees('This email is already subscribed!');
    await popup.waitFor({ state: 'hidden' });
    expect(await visitor.stored('newsletter_subscribed')).toBe('true');
    await visitor.close();
  });

  it('lets go of whoever unsubscribes, with or without a reason, and can be asked again', async () => {
    const visitor = await world.visitor();
    await visitor.open(`/unsubscribe?email=${encodeURIComponent(reader.email)}`);
    const field = visitor.page.getByLabel('Email address');
    expect(await field.inputValue()).toBe(reader.email);
    expect(await visitor.page.getByLabel('Reason').locator('option').allTextContents()).toEqual([
      'Select a reason',
      'Emails too frequent',
      'Content not relevant',
      'Receiving too many emails',
      'Never signed up',
      'Other',
    ]);
    await visitor.page.getByLabel('Reason').selectOption('too_frequent');
    await visitor.press('Unsubscribe');
    await visitor.sees('Successfully unsubscribed!');
    await visitor.seesHeading('Successfully Unsubscribed');
    await visitor.sees(
      /Emails about your account \(security alerts, billing, service updates\) may still be sent/,
    );
    await visitor.press('Unsubscribe another email');
    expect(await field.inputValue()).toBe('');
    await visitor.press('Unsubscribe');
    await visitor.sees('Please enter your email address');
    await visitor.open('/unsubscribe?email=not-an-address');
    visitor.expectsRefusalBy('/api/newsletter/unsubscribe');
    await visitor.press('Unsubscribe');
    await visitor.page.getByRole('alert').first().waitFor();
    await visitor.close();
  });
});
