import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Harness, startHarness } from '../test/harness.ts';

describe('the documentation site', () => {
  let folder: string;
  let harness: Harness;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-docs-'));
    mkdirSync(path.join(folder, 'assets'));
    mkdirSync(path.join(folder, 'guides'));
    writeFileSync(path.join(folder, 'index.html'), '<h1>Overview</h1>');
    writeFileSync(path.join(folder, '404.html'), '<h1>No such page</h1>');
    writeFileSync(path.join(folder, 'guides', 'wordpress.html'), '<h1>WordPress</h1>');
    mkdirSync(path.join(folder, 'api'));
    writeFileSync(path.join(folder, 'api', 'calls.html'), '<h1>All calls</h1>');
    writeFileSync(path.join(folder, 'api', 'domains.html'), '<h1>Domains</h1>');
    writeFileSync(path.join(folder, 'assets', 'docs-a1b2.css'), 'body{}');
    writeFileSync(path.join(folder, 'search.json'), '{}');
    harness = await startHarness({ PALISADE_DOCS_DIR: folder });
  });
  afterAll(async () => {
    harness.hangUp();
    await harness.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['/docs', '<h1>Overview</h1>'],
    ['/docs/guides/wordpress', '<h1>WordPress</h1>'],
    ['/docs/guides/wordpress?from=mail', '<h1>WordPress</h1>'],
  ])('has a page at %s, under the policy of all pages', async (address, text) => {
    const answer = await harness.get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self'`);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('link')).toBe(
      `<https://palisade.test${address.replace(/\?.*$/, '')}>; rel="canonical"`,
    );
    // As browsers ask; fetch would ask for a fresh one.
    const known = await harness.get(address, {
      'cache-control': 'max-age=0',
      'if-none-match': String(answer.headers.get('etag')),
    });
    expect(known.status).toBe(304);
  });

  it('has files that browsers keep, and an index that they ask for anew', async () => {
    expect((await harness.get('/docs/assets/docs-a1b2.css')).headers.get('cache-control')).toContain(
      'immutable',
    );
    expect((await harness.get('/docs/search.json')).headers.get('cache-control')).toBe('no-cache');
  });

  it('names its pages to programs that collect them', async () => {
    const sitemap = await harness.get('/docs/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    const addresses = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address,
    );
    expect(addresses).toEqual(
      ['', '/api/calls', '/api/domains', '/guides/wordpress'].map(
        (page) => `https://palisade.test/docs${page}`,
      ),
    );
  });

  it('keeps what was asked for with an address where it leads to another', async () => {
    const answer = await harness.get('/docs/Guides/WordPress/?from=Mail');
    expect(answer.headers.get('location')).toBe('/docs/guides/wordpress?from=Mail');
  });

  it.each(['/docs/', '/docs/guides/wordpress/', '/docs/Guides/WordPress'])(
    'leads %s to the one address of the page',
    async (address) => {
      const answer = await harness.get(address);
      expect(answer.status).toBe(308);
      expect(answer.headers.get('location')).toBe(address.toLowerCase().replace(/\/$/, ''));
    },
  );

  it.each([
    ['/api/docs', '/docs/api/calls'],
    ['/api/docs/', '/docs/api/calls'],
    ['/api/docs?from=mail', '/docs/api/calls'],
    ['/api/docs/domains', '/docs/api/domains'],
    ['/api/docs/nothing', '/docs/api/calls'],
  ])('leads %s to the reference of the API', async (address, page) => {
    const answer = await harness.get(address);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(page);
  });

  it('says 404 by its own page, and by none for a file', async () => {
    for (const address of ['/docs/guides/joomla', '/docs/404']) {
      const missing = await harness.get(address);
      expect(missing.status).toBe(404);
      expect(missing.headers.get('link')).toBeNull();
      expect(await missing.text()).toBe('<h1>No such page</h1>');
    }
    for (const address of [
      '/docs/guides/wordpress.html',
      '/docs/assets/none.css',
      '/docs/%2e%2e/package.json',
    ]) {
      const answer = await harness.get(address);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).not.toContain('text/html');
    }
  });
});
