import { REAL_PAGES } from './real-pages.ts';
import { EDITOR_PLACES } from './real-places.ts';
import { REAL_ADDRESSES, REAL_SERVICES } from './real-services.ts';
import { REAL_TEXTS } from './real-texts.ts';
import { REAL_COOKIES, REAL_UPLOADS } from './real-uploads.ts';
import type { FreshRequest } from './request.ts';

/** Each text in each place where applications of these years put texts, and what they send by themselves. */
export const REAL_REQUESTS: Readonly<Record<string, FreshRequest>> = Object.fromEntries([
  ...Object.values(REAL_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(EDITOR_PLACES).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(REAL_PAGES),
  ...Object.entries(REAL_SERVICES),
  ...Object.entries(REAL_UPLOADS),
  ...Object.entries(REAL_COOKIES),
  ...Object.entries(REAL_ADDRESSES),
]);
