import type { HoldoutRequest } from '../../support/request.ts';
import { APPLICATION_QUERIES } from './application-queries.ts';
import { HOOKS_AND_LOGINS } from './hooks-and-logins.ts';
import { POSTS_AND_TICKETS } from './posts-and-tickets.ts';
import { SETTINGS_AND_IMPORTS } from './settings-and-imports.ts';
import { SEARCH_REQUESTS } from './shop-searches.ts';

/** Texts of people, requests between applications, settings, imports and searches. */
export const ODD_BODY_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  ...POSTS_AND_TICKETS,
  ...APPLICATION_QUERIES,
  ...HOOKS_AND_LOGINS,
  ...SETTINGS_AND_IMPORTS,
  ...SEARCH_REQUESTS,
};
