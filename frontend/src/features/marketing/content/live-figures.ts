/** The installation's figures on its home page. */
export const liveFiguresText = {
  title: 'Counted at our own edge',
  lead: 'What this installation did for all of its sites together in the last 30 days, out of its own log. Rounded down.',
  blocked: 'threats blocked',
  requests: 'requests inspected',
  sites: 'sites with traffic',
} as const;
