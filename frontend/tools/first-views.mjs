// What each page needs before it shows: the entry, the layout, the page. Charts and dialogs come after it.
import { modulesOf, pages } from './pages.mjs';

/** How much JavaScript that may be, gzipped: what the product allows itself. */
export const FIRST_VIEW_BYTES = 180_000;

/** In so many files: each is a request, and those of the API and of what comes later are on top. */
export const FIRST_VIEW_FILES = 16;

export const firstViews = pages.map((page) => ({
  path: page.path,
  access: page.access,
  modules: ['index.html', ...modulesOf(page)],
}));
