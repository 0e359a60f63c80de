import { APPS_QUERIES } from './apps-queries.ts';
import { HOOKS_AND_LOGINS } from './hooks-and-logins.ts';
import { POSTS_AND_TICKETS } from './posts-and-tickets.ts';
import type { FreshRequest } from './request.ts';
import { SETTINGS_AND_IMPORTS } from './settings-and-imports.ts';
import { SEARCH_REQUESTS } from './shop-searches.ts';

/** What people write, what applications ask and tell each other, what is set, imported and looked for. */
export const DAILY_REQUESTS: Readonly<Record<string, FreshRequest>> = {
  ...POSTS_AND_TICKETS,
  ...APPS_QUERIES,
  ...HOOKS_AND_LOGINS,
  ...SETTINGS_AND_IMPORTS,
  ...SEARCH_REQUESTS,
};
