import { writeFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { pageAddress } from './page-address.mjs';

/** Records of decisions and of changes are found by their headings: their text would be half of the index. */
const BY_HEADINGS = /^\/(?:decisions\/|changes)/;
const MAX_EXCERPT = 140;
/** How pages are searched. It goes with the index: the documentation and the dashboard search in the same way. */
const SEARCH = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  searchOptions: { boost: { title: 4, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};

/** What the browser searches: each part of a page under a heading by itself. */
export function writeSearchIndex(output, results) {
  const index = new MiniSearch(SEARCH);
  index.addAll(results.filter(({ url }) => url !== '/404.html').flatMap(partsOf));
  writeFileSync(path.join(output, 'search.json'), JSON.stringify({ options: SEARCH, index }));
}

function partsOf({ url, content }) {
  const article = /<article[^>]*>([\s\S]*)<\/article>/.exec(content)?.[1] ?? '';
  const [first = '', ...rest] = article.split(/(?=<h[23] id=")/);
  const title = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(first)?.[1] ?? '');
  const headingsOnly = BY_HEADINGS.test(url);
  const body = (html) => (headingsOnly ? '' : plain(html));
  const parts = rest.map((part) => {
    const [, id = '', heading = ''] = /<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    return {
      anchor: `#${id}`,
      heading: plain(heading),
      text: body(part.replace(/<h[23][\s\S]*?<\/h[23]>/, '')),
    };
  });
  return [{ anchor: '', heading: '', text: body(first.replace(/<h1[\s\S]*?<\/h1>/, '')) }, ...parts].map(
    ({ anchor, heading, text }) => ({
      id: pageAddress(url) + anchor,
      title,
      heading,
      text,
      excerpt: text.slice(0, MAX_EXCERPT),
    }),
  );
}

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const plain = (html) =>
  html
    .replace(/<a class="anchor"[\s\S]*?<\/a>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity])
    .replace(/\s+/g, ' ')
    .trim();
