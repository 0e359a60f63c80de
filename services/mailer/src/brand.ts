/** How every mail looks and who it comes from: the one place to change for another name or another colour. */
export const BRAND = {
  name: 'Palisade',
  tagline: 'Web application firewall and CDN',
  supportEmail: 'support@palisade.test',
  /** Sender where no SMTP server is configured; each configured one has its own. */
  senderEmail: 'no-reply@palisade.test',
  footer: 'You get this mail because of your account or your message to us.',
  newsletterFooter: 'You get this mail because this address is on our mailing list.',
  colours: {
    page: '#f3f4f6',
    card: '#ffffff',
    ink: '#111827',
    muted: '#4b5563',
    accent: '#0f766e',
    onAccent: '#ffffff',
    line: '#d1d5db',
    darkPage: '#0b1220',
    darkCard: '#161f2e',
    darkInk: '#f3f4f6',
    darkMuted: '#b6bec9',
    darkAccent: '#2dd4bf',
  },
  fonts: "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;
