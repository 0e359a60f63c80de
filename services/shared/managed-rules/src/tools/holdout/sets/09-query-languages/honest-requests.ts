import type { HoldoutRequest } from '../../support/request.ts';
import { EDITOR_PLACES } from '../08-parsers/honest-places.ts';
import { QUERY_LANGUAGE_TEXTS } from './honest-texts.ts';
import { QUERY_LANGUAGE_SERVICE_REQUESTS } from './service-requests.ts';

/** Each text in each place where applications of these years put texts, and what they send by themselves. */
export const QUERY_LANGUAGE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(QUERY_LANGUAGE_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(EDITOR_PLACES).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(QUERY_LANGUAGE_SERVICE_REQUESTS),
]);
