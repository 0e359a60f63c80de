import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Paths that links of a part of the page lead to, by their text. */
async function linksOf(visitor: Visitor, role: 'navigation' | 'contentinfo', name?: string) {
  const region = visitor.page.getByRole(role, name ? { name, exact: true } : {});
  const links = await region.getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [(await link.textContent())?.trim(), await link.getAttribute('href')]),
  );
}

test.describe('getting around', () => {
  let visitor: Visitor;
  test.beforeEach(async ({ world }) => {
    visitor = await world.visitor();
    await visitor.open('/');
    await visitor.seesHeading(/A fence around your website/);
  });

  test('has the links of the main navigation', async () => {
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

  test('has the links, the contact block and the year of the footer', async () => {
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
      ['Documentation', '/docs'],
      ['Support', '/contact'],
    ]);
    const footer = visitor.page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'support@palisade.example' }).waitFor();
    await footer.getByRole('link', { name: '+1 (555) 010-4224' }).waitFor();
    await visitor.sees('Wilmington', footer);
    await visitor.sees(/© 2024 Palisade/, footer);
    for (const [name, to] of [
      ['Terms of Service', '/terms'],
      ['Data Processing', '/data-processing'],
      ['Security', '/security'],
      ['Imprint', '/contact#imprint'],
    ] as const)
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  });

  test('has the same links in the menu of a phone', async ({ world }) => {
    const phone = await world.visitor({ viewport: { width: 390, height: 844 } });
    await phone.open('/');
    await phone.press('Open menu');
    const menu = phone.page.locator('#mobile-menu');
    await expect(menu.getByRole('link')).toHaveText([
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
  });

  test('has a menu of a phone that Escape closes, back to its button', async ({ world }) => {
    const phone = await world.visitor({ viewport: { width: 390, height: 844 } });
    const { page } = phone;
    await phone.open('/');
    await phone.press('Open menu');
    const menu = page.locator('#mobile-menu');
    await menu.getByRole('link', { name: 'Pricing' }).focus();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(phone.button('Open menu')).toBeFocused();
  });

  test('shows what is written in its fields in the direction in which it reads', async ({ world }) => {
    const visitor = await world.visitor();
    await visitor.open('/contact');
    const field = (label: string) => visitor.page.getByLabel(label).first();
    await visitor.fill({ Name: 'דנה כהן', Email: 'dana@sites.example', Message: 'متى يفتح المتجر؟' });
    for (const label of ['Name', 'Message']) await expect(field(label)).toHaveCSS('direction', 'rtl');
    await expect(field('Email')).toHaveCSS('direction', 'ltr');
    await visitor.fill({ Message: 'When do you open?' });
    await expect(field('Message')).toHaveCSS('direction', 'ltr');
  });

  test('has a menu that fits a phone held across', async ({ world }) => {
    const phone = await world.visitor({ viewport: { width: 740, height: 360 } });
    const { page } = phone;
    await phone.open('/');
    await phone.press('Open menu');
    const menu = page.locator('#mobile-menu');
    await menu.getByRole('link', { name: 'Contact' }).scrollIntoViewIfNeeded();
    await expect(menu.getByRole('link', { name: 'Contact' })).toBeInViewport({ ratio: 1 });
    // The page below the dialog has not scrolled.
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('shows somebody signed in one button: to the dashboard, or to the admin panel', async ({ world }) => {
    const customer = await world.signedIn(world.stack.accounts.customer);
    await customer.open('/');
    await customer.follow('Dashboard', customer.page.getByRole('navigation', { name: 'Main' }));
    await customer.seesHeading('Dashboard Overview');
    const admin = await world.signedIn(world.stack.accounts.admin);
    await admin.open('/');
    const main = admin.page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'Login' })).toHaveCount(0);
    await admin.follow('Admin Panel', main);
    await admin.seesHeading('Super Admin Panel');
  });

  test('answers an unknown address with a page of its own', async () => {
    visitor.expectsRefusalBy('/no-such-page');
    await visitor.open('/no-such-page');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await visitor.page.getByRole('main').getByRole('link').first().waitFor();
  });

  test('says so when a page breaks', async ({ world }) => {
    const unlucky = await world.visitor();
    await unlucky.open('/');
    await unlucky.seesHeading(/A fence around your website/);
    await unlucky.page.route(/assets\/about-page-/, (route) => route.abort());
    const about = unlucky.page.getByRole('navigation', { name: 'Main' });
    // A page that is gone may be one of an older release: the first time, the whole product is loaded anew.
    const reloaded = unlucky.page.waitForEvent('load');
    await unlucky.follow('About', about);
    await reloaded;
    await unlucky.runs();
    await unlucky.follow('About', about);
    await unlucky.seesHeading('Unexpected Application Error!');
    expect(unlucky.takeProblems().join()).toContain('about-page');
  });
});

test('the walk-through is loaded and played only when somebody presses play', async ({ world }) => {
  const visitor = await world.visitor();
  const asked: string[] = [];
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.open('/');
  const recording = visitor.page.getByLabel('Forty seconds in the dashboard');
  await visitor.page
    .getByRole('heading', { name: 'Why site owners sleep better behind it' })
    .scrollIntoViewIfNeeded();
  await recording.scrollIntoViewIfNeeded();
  await visitor.sees('0:24');
  await expect.poll(() => asked.includes('/walk-through/poster.webp')).toBe(true);
  expect(asked).not.toContain('/walk-through/dashboard.webm');
  const state = () =>
    recording.evaluate((video: HTMLVideoElement) => ({
      paused: video.paused,
      at: video.currentTime,
      seconds: Math.round(video.duration),
      captions: video.textTracks[0]?.kind,
    }));
  expect((await state()).paused).toBe(true);
  await recording.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(async () => (await state()).at).toBeGreaterThan(0.2);
  expect(await state()).toMatchObject({ paused: false, seconds: 40, captions: 'captions' });
});
