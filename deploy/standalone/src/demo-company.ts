/** The company of the demo, which there is not: reserved names and numbers. An installation names its own. */
export const DEMO_COMPANY = {
  PALISADE_COMPANY_NAME: 'Palisade Demo',
  PALISADE_COMPANY_ADDRESS: '1 Palisade Way|Wilmington, Delaware',
  PALISADE_COMPANY_EMAIL: 'support@palisade.example',
  PALISADE_COMPANY_PHONE: '+1 (555) 010-4224',
  PALISADE_COMPANY_LAW: 'Delaware',
  PALISADE_COMPANY_FIGURES: '99.9% uptime|1M+ threats blocked|500+ customers',
} as const;

/** Shown with sample traffic, so that nobody takes it for their own data. */
export const SAMPLE_NOTICE = {
  PALISADE_COMPANY_NOTICE:
    'Sample data: the visitors, the attacks and the last 30 days of shop, blog and api.localhost are made up. Sites that you add are real.',
  // Whoever signs up beside them has real figures only.
  PALISADE_COMPANY_NOTICE_DOMAINS: 'shop.localhost|blog.localhost|api.localhost',
} as const;
