// The documentation site: every document of `contents.mjs` as a static page, a search index, and nothing that a server has to run.
import path from 'node:path';
import { buildClient } from './client-build.mjs';
import { NAVIGATION, PAGES } from './contents.mjs';
import { deadLinks } from './dead-links.mjs';
import { descriptionOf, headingsOf, makeMarkdown, titleOf } from './markdown.mjs';
import { writeSearchIndex } from './search-index.mjs';

const OUTPUT = path.join(import.meta.dirname, '..', 'dist');

export default function configure(eleventy) {
  eleventy.setLibrary('md', makeMarkdown());
  // The documents use code that is indented, as GitHub shows it.
  eleventy.amendLibrary('md', (markdown) => markdown.enable('code'));
  eleventy.addFilter('headings', headingsOf);
  eleventy.addFilter('description', descriptionOf);
  eleventy.addGlobalData('navigation', NAVIGATION);
  eleventy.addGlobalData('client', () => buildClient(OUTPUT));

  PAGES.forEach((page, index) => {
    eleventy.addTemplate(`${page.address || 'index'}.md`, page.text, {
      layout: 'page.njk',
      permalink: `${page.address || 'index'}.html`,
      title: titleOf(page.text),
      address: page.address,
      source: page.source,
      sectionTitle: page.section,
      before: PAGES[index - 1],
      after: PAGES[index + 1],
    });
  });
  eleventy.addTemplate(
    '404.md',
    '# There is no such page\n\nIt may have moved: search for it, or begin at the first page.',
    {
      layout: 'page.njk',
      permalink: '404.html',
      title: 'There is no such page',
      address: '404',
    },
  );

  eleventy.on('eleventy.after', ({ results }) => {
    writeSearchIndex(OUTPUT, results);
    const dead = deadLinks(OUTPUT, results);
    if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);
  });

  return {
    dir: { input: import.meta.dirname, output: OUTPUT, includes: 'layouts' },
    templateFormats: ['md', 'njk'],
    // What stands in braces in a document is the document's.
    markdownTemplateEngine: false,
  };
}
