const HALVED_BACKSLASHES =
  'the pattern doubles its backslashes for Apache, whose configuration reader halves them; rules are read literally here, as by libmodsecurity';

/** Stages of CRS 3.3.4 that do not pass, and why. libmodsecurity 3.0.9 passes none of them either. */
export const explainedStages: Readonly<Record<string, string>> = {
  '920180-3': 'looks for a missing Content-Length, but the bytes on the wire carry "Content-Length: 0"',
  '920460-1': HALVED_BACKSLASHES,
  '920460-2': HALVED_BACKSLASHES,
  '920460-3': HALVED_BACKSLASHES,
  '920460-4': HALVED_BACKSLASHES,
  '941330-1': HALVED_BACKSLASHES,
};
