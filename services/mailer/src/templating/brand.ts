/** Look and sender of every mail: the one place to change for another name or colour. */
export const BRAND = {
  name: 'Palisade',
  tagline: 'Web application firewall and CDN',
  /** Reply address: the company's where one is set. */
  support: '{{support_email|us through the contact page}}',
  /** Sender where no SMTP server is configured; each configured one has its own. */
  senderEmail: 'no-reply@palisade.test',
  newsletterFooter: 'You receive this email because you are on our mailing list.',
  colours: {
    page: '#f3f3ee',
    card: '#ffffff',
    ink: '#14211b',
    muted: '#566159',
    accent: '#0e5a45',
    onAccent: '#ffffff',
    /** The logo beside the name. */
    mark: '#0b231b',
    onMark: '#c8f169',
    line: '#e3e4dc',
    tile: '#f6f6f1',
    darkPage: '#0c1210',
    darkCard: '#151d1a',
    darkInk: '#eef2ee',
    darkMuted: '#a9b5ad',
    darkAccent: '#bfe87a',
    darkLine: '#2b3731',
    darkTile: '#1e2924',
  },
  /** Colours by a mail's topic, for light and dark; tints are backgrounds of notices. */
  tones: {
    neutral: { strong: '#0e5a45', tint: '#eef6f0', darkStrong: '#bfe87a', darkTint: '#1b2c1c' },
    good: { strong: '#15803d', tint: '#f0fdf4', darkStrong: '#4ade80', darkTint: '#14301f' },
    warning: { strong: '#b45309', tint: '#fffbeb', darkStrong: '#fbbf24', darkTint: '#35290f' },
    bad: { strong: '#b91c1c', tint: '#fef2f2', darkStrong: '#f87171', darkTint: '#3a1a1e' },
  },
  fonts: "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;
