// Draws `public/share.png`, which links to the site are shown with elsewhere, and `public/apple-touch-icon.png`:
// `node tools/run-ts.mjs frontend/tools/share-picture/draw.mjs`. Both are checked in; run it after changing the drawings beside it.
import path from 'node:path';
import { launchChromium, serveFolder } from '../canned/server.ts';

const frontend = path.join(import.meta.dirname, '../..');
const drawings = [
  { page: '/tools/share-picture/share.html', file: 'share.png', width: 1200, height: 630 },
  { page: '/tools/share-picture/icon.html', file: 'apple-touch-icon.png', width: 180, height: 180 },
];

const server = await serveFolder(path.join(frontend, '..'), 'index.html');
const browser = await launchChromium();
for (const { page, file, width, height } of drawings) {
  const tab = await browser.newPage({ viewport: { width, height } });
  await tab.goto(`${server.origin}/frontend${page}`, { waitUntil: 'networkidle' });
  await tab.evaluate(() => document.fonts.ready);
  await tab.screenshot({ path: path.join(frontend, 'public', file) });
}
await browser.close();
server.close();
