import { request as rawRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Harness, startHarness } from '../test/harness.ts';

describe('the application', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    harness.hangUp();
    await harness.stop();
  });

  it.each(['/', '/login', '/dashboard/domains', '/dashboard/domains/shop.example'])(
    'is served at %s',
    async (path) => {
      const response = await harness.get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('Palisade');
    },
  );

  it('has static pages that know where people reach them, and that browsers ask for anew', async () => {
    const home = await harness.get('/?utm_source=letter');
    expect(await home.text()).toContain('href="https://palisade.test/"');
    expect(home.headers.get('cache-control')).toBe('no-cache');
    const known = await harness.get('/', { 'if-none-match': String(home.headers.get('etag')) });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe('');
    expect(await (await harness.get('/robots.txt')).text()).toBe(
      'Sitemap: https://palisade.test/sitemap.xml\n',
    );
    const sitemap = await harness.get('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
  });

  it('says 404 with a page where there is none, and leads other spellings to the one address', async () => {
    const missing = await harness.get('/no-such-page');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toContain('text/html');
    expect(await missing.text()).toContain('There is no page at this address');
    const spelled = await harness.get('/Dashboard/Domains/?id=7');
    expect(spelled.status).toBe(308);
    expect(spelled.headers.get('location')).toBe('/dashboard/domains?id=7');
    for (const hidden of ['/.pages/home.html', '/.server/render.js']) {
      const answer = await harness.get(hidden);
      expect([403, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('plans');
    }
  });

  it('makes pages with plans anew from the plans on sale', async () => {
    let text = '';
    for (const until = Date.now() + 20_000; !text.includes('billing') && Date.now() < until; ) {
      text = await (await harness.get('/pricing')).text();
      await sleep(50);
    }
    expect(text).toBe('<!doctype html>/pricing of billing');
  });

  it('says who runs it, on every page and in the app, where that is set', async () => {
    const named = await startHarness({ PALISADE_COMPANY_NAME: 'Fence Ltd' });
    const text = async (path: string) => (await named.get(path)).text();
    expect(await text('/')).toBe('<!doctype html>/ by Fence Ltd');
    expect(await text('/dashboard')).toBe('<!doctype html>the app by Fence Ltd');
    let pricing = '';
    for (const until = Date.now() + 20_000; !pricing.includes('billing') && Date.now() < until; ) {
      pricing = await text('/pricing');
      await sleep(50);
    }
    expect(pricing).toBe('<!doctype html>/pricing of billing by Fence Ltd');
    named.hangUp();
    await named.stop();
  });

  it('has files that browsers keep', async () => {
    const script = await harness.get('/assets/index-a1b2c3.js', { 'accept-encoding': 'br' });
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
    expect((await harness.get('/favicon.svg')).headers.get('cache-control')).not.toContain('immutable');
    expect((await harness.get('/favicon.svg')).headers.get('cross-origin-resource-policy')).toBe(
      'same-origin',
    );
  });

  it('lets other sites show the picture that stands for a link', async () => {
    const picture = await harness.get('/share.png');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it.each([
    '/assets/gone.js',
    '/gone.png',
    '/../package.json',
    '/%2e%2e/package.json',
    '/.env',
    '/assets/%00.js',
  ])('has no page in the place of %s', async (path) => {
    const status = await new Promise((resolve, reject) => {
      // fetch would tidy the path up first.
      rawRequest(`${harness.origin}`, { path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect([400, 403, 404, 422]).toContain(status);
  });
});
