const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const SEVERAL_LABELS = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`);
const IPV4 = /^\d+(?:\.\d+){3}$/;

/** Lower case, A-labels; single labels too. */
export const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/** A host name in A-label form (UTS #46), or `null` for anything else (addresses and single labels included). */
export function toHostName(text: string): string | null {
  if (text.length > 253 || /[\s/?#@:\\[\]]/.test(text)) return null;
  // A URL, as the one way to A-labels that browsers and Node share.
  const ascii = URL.parse(`http://${text}`)?.hostname ?? '';
  return SEVERAL_LABELS.test(ascii) && !IPV4.test(ascii) ? ascii : null;
}
