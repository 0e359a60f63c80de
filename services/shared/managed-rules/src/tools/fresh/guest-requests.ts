import { GUEST_SERVICES } from './guest-services.ts';
import { GUEST_TEXTS } from './guest-texts.ts';
import { EDITOR_PLACES } from './real-places.ts';
import type { FreshRequest } from './request.ts';

/** Each text in each place where applications of these years put texts, and what they send by themselves. */
export const GUEST_REQUESTS: Readonly<Record<string, FreshRequest>> = Object.fromEntries([
  ...Object.values(GUEST_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(EDITOR_PLACES).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(GUEST_SERVICES),
]);
