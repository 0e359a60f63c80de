// What each page needs before it shows: the entry, the layout, the page. Charts and dialogs come after it.
import { paths } from '../src/entities/page/paths.ts';
import { modulesOf, pages } from './pages.mjs';

/** How much JavaScript that may be, gzipped: what the product allows itself. */
export const FIRST_VIEW_BYTES = 180_000;

/** In so many files: each is a request, and those of the API and of what comes later are on top. */
export const FIRST_VIEW_FILES = 16;

/**
 * In so many files is all that the pages that people look at most load by themselves: a whole first visit is 25 requests, and
 * what is no file of the page is calls. A site's part asks for less.
 */
const visitFilesOf = (path) => (path === paths.site ? 15 : 14);

const bell = 'src/features/notifications/notification-bell.tsx';
/** Of the pages that people look at most: the modules that they load without being asked to, once they show. */
const FOLLOWS = {
  [paths.dashboard]: [bell, 'src/features/overview/later.ts'],
  [paths.domains]: [bell],
  [paths.site]: [bell, 'src/features/domains/site/site-tabs-panel.tsx'],
  [paths.logs]: [bell, 'src/features/logs/later.ts'],
  [paths.analytics]: [bell, 'src/entities/traffic/later.ts', 'src/shared/ui/charts/world-map.tsx'],
  [paths.lists]: [bell, 'src/features/lists/later.ts'],
  [paths.logStreams]: [bell],
  [paths.admin]: [bell, 'src/features/admin/users/users-tab.tsx'],
};

export const firstViews = pages.map((page) => ({
  path: page.path,
  access: page.access,
  modules: ['index.html', ...modulesOf(page)],
  /** Undefined: it is not one of those that people look at most. */
  follows: FOLLOWS[page.path],
  visitFiles: visitFilesOf(page.path),
}));
