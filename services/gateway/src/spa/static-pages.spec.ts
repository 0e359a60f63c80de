import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { currentPages, StaticPages } from './static-pages.ts';

const page = (route: string, file: string, changes = {}) => ({
  route,
  file,
  readsQuery: false,
  showsPlans: false,
  preloads: [],
  ...changes,
});

describe('static pages', () => {
  let spa: string;
  let pages: StaticPages;
  beforeAll(() => {
    spa = mkdtempSync(path.join(tmpdir(), 'palisade-pages-'));
    const folder = path.join(spa, '.pages');
    mkdirSync(folder);
    const index = {
      origin: '{{origin}}',
      pages: [
        page('/', 'home.html'),
        page('/register', 'register.html', { readsQuery: true, showsPlans: true }),
        page('*', '404.html'),
      ],
      notFound: '*',
      appPaths: ['/dashboard', '/dashboard/logs', '/dashboard/domains/:domain/:tab?'],
    };
    writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(index));
    writeFileSync(path.join(folder, 'home.html'), '<link rel="canonical" href="{{origin}}/">');
    writeFileSync(path.join(folder, 'register.html'), 'register');
    writeFileSync(path.join(folder, '404.html'), 'nothing here');
    writeFileSync(path.join(folder, 'robots.txt'), 'Sitemap: {{origin}}/sitemap.xml');
    writeFileSync(path.join(folder, 'sitemap.xml'), '<loc>{{origin}}/</loc>');
    const loaded = StaticPages.load(spa, 'https://palisade.test/');
    if (!loaded) throw new Error('no pages');
    pages = loaded;
  });
  afterAll(() => rmSync(spa, { recursive: true }));

  it('say where people reach the product', () => {
    expect(pages.find('/')).toMatchObject({
      kind: 'file',
      file: {
        body: '<link rel="canonical" href="https://palisade.test/">',
        type: 'text/html; charset=utf-8',
      },
    });
    expect(pages.find('/robots.txt')).toMatchObject({
      file: { body: 'Sitemap: https://palisade.test/sitemap.xml', type: 'text/plain; charset=utf-8' },
    });
    expect(pages.find('/sitemap.xml')).toMatchObject({ file: { type: 'application/xml; charset=utf-8' } });
  });

  it.each([
    ['/?utm_source=letter', 'file'],
    ['/register', 'file'],
    ['/register?', 'file'],
    ['/register?plan=business', 'shell'],
    ['/dashboard/logs?domain=7', 'shell'],
    ['/dashboard/domains/shop.example', 'varying'],
    ['/dashboard/domains/shop.example/policy?rule=7', 'varying'],
    ['/dashboard/domains/shop.example/policy/', 'varying'],
    ['/dashboard/domains/shop.example/policy/more', 'missing'],
    ['/dashboard/domains//policy', 'missing'],
    ['/dashboard/nothing', 'missing'],
    ['/nowhere', 'missing'],
    ['/*', 'missing'],
    ['//register/', 'missing'],
    ['/%72egister', 'missing'],
  ])('%s is a %s', (url, kind) => {
    expect(pages.find(url).kind).toBe(kind);
  });

  it.each([
    ['/Register/?plan=business', '/register?plan=business'],
    ['/DASHBOARD', '/dashboard'],
  ])('%s leads to %s', (url, to) => {
    expect(pages.find(url)).toEqual({ kind: 'redirect', to });
  });

  it('have another tag when they have changed', () => {
    const before = pages.find('/register');
    pages.put('/register', 'with other plans');
    const after = pages.find('/register');
    expect(after).toMatchObject({ kind: 'file', file: { body: 'with other plans' } });
    expect(after).not.toMatchObject({ file: { etag: before.kind === 'file' ? before.file.etag : '' } });
  });

  it('are those of the build that is there now', () => {
    const present = currentPages(spa, 'https://palisade.test');
    const before = present();
    expect(present()).toBe(before);
    writeFileSync(path.join(spa, '.pages', 'home.html'), 'of the next build');
    utimesSync(path.join(spa, '.pages', 'pages.json'), 1, 2_000_000_000);
    expect(present()?.find('/')).toMatchObject({ file: { body: 'of the next build' } });
  });

  it('are none where the build has none', () => {
    expect(StaticPages.load(path.join(spa, '.pages'), 'https://palisade.test')).toBeNull();
  });
});
