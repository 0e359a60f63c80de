import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const page = (route: string, file: string, changes = {}) => ({
  route,
  file,
  readsQuery: false,
  showsPlans: false,
  preloads: [],
  ...changes,
});

/** What the build of the SPA adds for static pages: files, their list, and a renderer that says what it was given. */
export function writeStaticBuild(spa: string): void {
  const folder = path.join(spa, '.pages');
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  mkdirSync(folder);
  write('template.html', '<!doctype html>');
  write('home.html', '<!doctype html><title>Palisade</title><link rel="canonical" href="{{origin}}/">');
  write('pricing.html', '<!doctype html><title>Palisade</title>plans are on their way');
  write('404.html', '<!doctype html><title>Palisade</title>There is no page at this address');
  write('robots.txt', 'Sitemap: {{origin}}/sitemap.xml\n');
  write('sitemap.xml', '<loc>{{origin}}/</loc>');
  const index = {
    origin: '{{origin}}',
    pages: [
      page('/', 'home.html'),
      page('/pricing', 'pricing.html', { showsPlans: true }),
      page('*', '404.html'),
    ],
    notFound: '*',
    appPaths: ['/login', '/dashboard', '/dashboard/domains', '/dashboard/domains/:domain/:tab?'],
  };
  write('pages.json', JSON.stringify(index));
  writeFileSync(path.join(spa, 'share.png'), 'a picture');
  mkdirSync(path.join(spa, '.server'));
  writeFileSync(
    path.join(spa, '.server', 'render.js'),
    `const said = (company) => (company ? ' by ' + company.name : '');
exports.shell = (template, company) => template + 'the app' + said(company);
exports.staticPage = async (template, { route, plans, company }) =>
  template + route + (plans ? ' of ' + plans.service : '') + said(company);`,
  );
}
