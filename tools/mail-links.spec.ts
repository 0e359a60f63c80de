// Where mails lead: each address that is written into one is a page of the product.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { paths } from '../frontend/src/entities/page/paths.ts';

const root = path.resolve(import.meta.dirname, '..');
const PLACES = [
  'services/mailer/src/templating',
  'services/mailer/src/modules/templates',
  'services/auth/src',
];
/** `{{public_url}}/pricing`, `${…PALISADE_PUBLIC_URL}/reset-password`, and the buttons of campaigns. */
const LINK =
  /(?:\{\{public_url\}\}|PALISADE_PUBLIC_URL\}|publicUrl\}|dashboard\('[^']+', ')(\/[a-z/-]+)(?=[`'"?#)])/g;

const files = execFileSync('git', ['ls-files', ...PLACES], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.includes('spec'));
const links = files.flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(LINK)].map(([, to]) => [to, file] as const),
);

it('are found in texts of mails and campaigns', () => {
  expect(links.length).toBeGreaterThan(20);
  expect(new Set(links.map(([to]) => to)).size).toBeGreaterThan(6);
});

it.each(links)('%s, in %s, is a page', (to) => {
  expect(Object.values(paths)).toContain(to);
});
