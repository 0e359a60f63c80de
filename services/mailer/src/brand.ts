/** How every mail looks and who it comes from: the one place to change for another name or another colour. */
export const BRAND = {
  name: 'Palisade',
  tagline: 'Web application firewall and CDN',
  supportEmail: 'support@palisade.test',
  /** Sender where no SMTP server is configured; each configured one has its own. */
  senderEmail: 'no-reply@palisade.test',
  newsletterFooter: 'You get this mail because this address is on our mailing list.',
  colours: {
    page: '#eef1f5',
    card: '#ffffff',
    ink: '#0f172a',
    muted: '#526071',
    accent: '#0f766e',
    onAccent: '#ffffff',
    line: '#e2e8f0',
    tile: '#f5f7fa',
    darkPage: '#0b1220',
    darkCard: '#151e2d',
    darkInk: '#eef2f7',
    darkMuted: '#aab6c6',
    darkAccent: '#2dd4bf',
    darkLine: '#2a3648',
    darkTile: '#1d2839',
  },
  /** What a mail is about shows in its colour, in the light and in the dark; tints stand behind notices. */
  tones: {
    neutral: { strong: '#0f766e', tint: '#f0fdfa', darkStrong: '#2dd4bf', darkTint: '#12302f' },
    good: { strong: '#15803d', tint: '#f0fdf4', darkStrong: '#4ade80', darkTint: '#14301f' },
    warning: { strong: '#b45309', tint: '#fffbeb', darkStrong: '#fbbf24', darkTint: '#35290f' },
    bad: { strong: '#b91c1c', tint: '#fef2f2', darkStrong: '#f87171', darkTint: '#3a1a1e' },
  },
  fonts: "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;
