import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** Public pages, and what each says in its first line. */
const PAGES = [
  ['/', 'A fence around your website'],
  ['/features', 'Protection in full'],
  ['/how-it-works', 'How it works'],
  ['/how-to-use', 'How to use Palisade'],
  ['/pricing', 'Plans that say what they include'],
  ['/about', 'Protection for the sites that nobody protects'],
  ['/contact', 'Contact us'],
  ['/privacy', 'Privacy policy'],
  ['/login', 'Welcome back'],
  ['/register', 'Choose Your Plan'],
  ['/register-simple', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/unsubscribe', 'Unsubscribe'],
] as const;

const headline = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** The gateway makes pages with plans as soon as billing answers it. */
async function pricesAreIn(world: World, path: string): Promise<string> {
  for (const until = Date.now() + 60_000; ; ) {
    const html = await (await fetch(new URL(path, world.stack.urls.dashboard))).text();
    if (html.includes('$79') || Date.now() > until) return html;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test.describe('public pages before they run', () => {
  for (const [path, first] of PAGES)
    test(`${path} reads without JavaScript, with a head of its own`, async ({ world }) => {
      const visitor = await world.visitor({ javaScriptEnabled: false });
      await visitor.open(path);
      expect(await headline(visitor.page).textContent()).toContain(first);
      const { origin } = new URL(visitor.page.url());
      const head = (selector: string, attribute: string) =>
        visitor.page.locator(`head ${selector}`).getAttribute(attribute);
      expect(await visitor.page.title()).toMatch(/ · Palisade$/);
      expect((await head('meta[name="description"]', 'content'))?.length).toBeGreaterThan(20);
      const listed = (await visitor.page.locator('head meta[name="robots"]').count()) === 0;
      if (listed) expect(await head('link[rel="canonical"]', 'href')).toBe(`${origin}${path}`);
      expect(await head('meta[property="og:title"]', 'content')).toBe(
        await head('meta[name="twitter:title"]', 'content'),
      );
      expect(await head('meta[property="og:image"]', 'content')).toBe(`${origin}/share.png`);
    });

  test('show prices without JavaScript, and as data that no script policy has to allow', async ({
    world,
  }) => {
    const html = await pricesAreIn(world, '/pricing');
    for (const price of ['$0', '$29', '$79', '$199']) expect(html).toContain(price);
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.filter((attributes) => !/ src=|type="application\/json"/.test(attributes ?? ''))).toEqual(
      [],
    );
    expect(html).not.toMatch(/<[^>]+ style="/);
  });

  test('list themselves to search engines, with a picture for links', async ({ world }) => {
    const at = (path: string) => fetch(new URL(path, world.stack.urls.dashboard));
    const { origin } = new URL(world.stack.urls.dashboard);
    expect(await (await at('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const listed = [...(await (await at('/sitemap.xml')).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address,
    );
    expect(listed).toContain(`${origin}/pricing`);
    for (const address of listed) expect((await fetch(String(address))).status).toBe(200);
    const picture = await at('/share.png');
    expect(picture.headers.get('content-type')).toBe('image/png');
  });
});

interface Watched {
  /** What moved after it had been painted, and by how much (as the Layout Instability API counts). */
  shifts: { by: number; what: string[] }[];
  /** The first heading of the static page. */
  first: Element | null;
}

/** Runs in a page, before anything of it does. */
function watchForFlashes(): void {
  const watched = window as unknown as Watched;
  watched.shifts = [];
  watched.first = null;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
      const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
      watched.shifts.push({ by: value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('DOMContentLoaded', () => {
    watched.first = document.querySelector('h1');
  });
}

test.describe('public pages when they start to run', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`take over what stands there, without a flash (${colorScheme})`, async ({ world }) => {
      await pricesAreIn(world, '/register');
      for (const [path] of PAGES) {
        const visitor = await world.visitor({ colorScheme });
        await visitor.page.addInitScript(watchForFlashes);
        await visitor.open(path);
        await visitor.page.waitForLoadState('networkidle');
        const { shifts, kept } = await visitor.page.evaluate(() => {
          const { shifts, first } = window as unknown as Watched;
          return { shifts, kept: first?.isConnected };
        });
        expect({ path, kept }).toEqual({ path, kept: true });
        const shift = shifts.reduce((sum, { by }) => sum + by, 0);
        expect({ path, shifts: shift < 0.02 ? [] : shifts }).toEqual({ path, shifts: [] });
      }
    });

  /** Opens a page whose scripts are still under way. @returns what lets them arrive */
  async function notYetRunning(
    visitor: Visitor,
    world: World,
    path: string,
  ): Promise<{ letRun: () => Promise<void> }> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await visitor.page.route(/\/assets\/index-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await visitor.page.goto(new URL(path, world.stack.urls.dashboard).href, { waitUntil: 'commit' });
    return {
      letRun: async () => {
        release();
        await visitor.runs();
      },
    };
  }

  test('give way to the page of somebody signed in, who never sees that of a stranger', async ({ world }) => {
    const customer = await world.signedIn(world.stack.accounts.customer);
    const { letRun } = await notYetRunning(customer, world, '/pricing');
    await customer.seesHeading('Plans that say what they include');
    expect(await customer.page.getByRole('link', { name: 'Get Started' }).count()).toBe(0);
    await letRun();
    await customer.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Dashboard' })
      .waitFor();
  });

  test('keep what was typed and chosen', async ({ world }) => {
    const visitor = await world.visitor();
    const { letRun } = await notYetRunning(visitor, world, '/login');
    await visitor.fill({ 'Email address': 'ada@strangers.example', Password: 'a long secret' });
    const remember = visitor.page.getByRole('checkbox', { name: 'Remember me' });
    await remember.click();
    await letRun();
    await expect(visitor.page.getByLabel('Email address', { exact: true })).toHaveValue(
      'ada@strangers.example',
    );
    await expect(visitor.page.getByLabel('Password', { exact: true })).toHaveValue('a long secret');
    await remember.and(visitor.page.locator(':checked')).waitFor();
  });

  test('submit no form before scripts have loaded, and then sign in people who typed earlier', async ({
    world,
  }) => {
    const { email, password } = world.stack.accounts.customer;
    const visitor = await world.visitor();
    const { letRun } = await notYetRunning(visitor, world, '/login');
    const sent: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await visitor.fill({ 'Email address': email, Password: password });
    await visitor.press('Sign in');
    expect(visitor.at).toBe('/login');
    expect(sent).toEqual([]);
    await letRun();
    await visitor.isTold('Welcome back!');
  });
});

test.describe('addresses that are no page', () => {
  test('are 404, with the page that says so', async ({ world }) => {
    const visitor = await world.visitor();
    visitor.expectsRefusalBy('/no-such-page', '/dashboard/no-such-page');
    for (const path of ['/no-such-page', '/dashboard/no-such-page']) {
      const answer = await visitor.page.goto(new URL(path, world.stack.urls.dashboard).href);
      expect(answer?.status()).toBe(404);
      await visitor.seesHeading('There is no page at this address');
      await visitor.runs();
      expect(await visitor.page.title()).toBe('Page not found · Palisade');
    }
  });

  test('spelled otherwise lead to the page, with their query', async ({ world }) => {
    const answer = await fetch(new URL('/Pricing/?from=letter', world.stack.urls.dashboard), {
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/pricing?from=letter']);
  });
});
