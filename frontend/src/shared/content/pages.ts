import { type Path, paths } from '../lib/paths.ts';

/** What browsers, search engines and previews of links say about a page. */
export interface PageFacts {
  title: string;
  description: string;
  /** Search engines may list it: it says something by itself, without a session or a link that was mailed. */
  listed: boolean;
  /** What it shows depends on its query, so its static page holds for the bare address only. */
  readsQuery?: boolean;
  /** It shows the plans, which an administrator may change. */
  showsPlans?: boolean;
}

/** The pages for everyone. Each is rendered at build time; titles and descriptions stand here only. */
export const publicPages = {
  [paths.home]: {
    title: 'Web application firewall and CDN by one CNAME record',
    description:
      'Palisade stops SQL injection, XSS, bots and floods in front of your website and tells you why, byte by byte. One CNAME record, no code to change. 14-day free trial.',
    listed: true,
  },
  [paths.features]: {
    title: 'Features',
    description:
      'Managed rules, DDoS and bot protection, rate limits, geo-blocking, certificates, CDN and logs that explain: what each Palisade plan includes.',
    listed: true,
  },
  [paths.howItWorks]: {
    title: 'How it works',
    description:
      'Six steps from an open website to a protected one, with the clicks at Cloudflare, GoDaddy, Namecheap, Route 53 and Google Cloud DNS.',
    listed: true,
  },
  [paths.howToUse]: {
    title: 'How to use Palisade',
    description:
      'The guide: add a domain, prove that it is yours, configure the firewall, and read the dashboard.',
    listed: true,
  },
  [paths.pricing]: {
    title: 'Pricing',
    description:
      'Plans from free to enterprise with everything that they include, side by side. 14-day free trial without a credit card, cancel anytime.',
    listed: true,
    showsPlans: true,
  },
  [paths.about]: {
    title: 'About us',
    description: 'Why Palisade exists, and the four things that we hold to.',
    listed: true,
  },
  [paths.contact]: {
    title: 'Contact',
    description:
      'Questions before you start, or trouble with a site: write to the people who build and run Palisade.',
    listed: true,
  },
  [paths.privacy]: {
    title: 'Privacy policy',
    description: 'Which personal data Palisade handles, why, and for how long.',
    listed: true,
  },
  [paths.register]: {
    title: 'Get started',
    description: 'Choose a plan, create an account, and protect your site. 14-day free trial.',
    listed: true,
    readsQuery: true,
    showsPlans: true,
  },
  [paths.registerSimple]: {
    title: 'Create your account',
    description: 'Create a free Palisade account. No credit card needed.',
    listed: true,
  },
  [paths.login]: {
    title: 'Log in',
    description: 'Log in to Palisade to watch and tune the protection of your websites.',
    listed: true,
    readsQuery: true,
  },
  [paths.forgotPassword]: {
    title: 'Forgot password',
    description: 'Ask for a link to choose a new password.',
    listed: false,
  },
  [paths.unsubscribe]: {
    title: 'Unsubscribe',
    description: 'Stop receiving the Palisade newsletter.',
    listed: false,
    readsQuery: true,
  },
} as const satisfies Partial<Record<Path, PageFacts>>;

export type PublicPath = keyof typeof publicPages;

export const notFoundPage: PageFacts = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  listed: false,
};

/** Of pages that only their user sees, until they name themselves. */
export const appPage: PageFacts = {
  title: 'Palisade',
  description: 'Web application firewall and CDN.',
  listed: false,
};
