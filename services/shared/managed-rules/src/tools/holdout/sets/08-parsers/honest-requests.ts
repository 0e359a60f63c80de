import type { HoldoutRequest } from '../../support/request.ts';
import { EDITOR_PLACES } from './honest-places.ts';
import { PARSER_TEXTS } from './honest-texts.ts';
import { PAGE_REQUESTS } from './page-requests.ts';
import { ADDRESS_REQUESTS, SERVICE_REQUESTS } from './service-requests.ts';
import { COOKIE_REQUESTS, UPLOAD_REQUESTS } from './upload-requests.ts';

/** Each text in each place where applications of these years put texts, and what they send by themselves. */
export const PARSER_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(PARSER_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(EDITOR_PLACES).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(PAGE_REQUESTS),
  ...Object.entries(SERVICE_REQUESTS),
  ...Object.entries(UPLOAD_REQUESTS),
  ...Object.entries(COOKIE_REQUESTS),
  ...Object.entries(ADDRESS_REQUESTS),
]);
