import type { ComponentType } from 'react';
import { paths } from '../../entities/page/paths.ts';

/**
 * Every page of the product. The router, prerendering, the sitemap, the navigation and command palette, the size limits and the
 * accessibility tests are derived from this list. Tools read it without a bundler, so its static imports are plain TypeScript
 * only.
 */
export interface Page {
  path: string;
  load: () => Promise<object>;
  /** Name of the module's export. */
  component: string;
  /** Document title, also used by search engines and link previews. */
  title: string;
  /** The title if it depends on the route's parameters. */
  titleOf?: (parameters: Readonly<Record<string, string | undefined>>) => string;
  description?: string;
  access: 'everyone' | 'signed-in' | 'administrators';
  /** Without the site's header and footer. */
  bare?: true;
  /** Rendered at build time; absent: browsers first get the app shell. */
  prerender?: Prerender;
  /** Its entry in the navigation and the command palette. */
  navigation?: string;
  /** Further URLs of the page for the accessibility tests; its plain path is always tested. */
  accessibility?: readonly `?${string}`[];
}

interface Prerender {
  /** In the sitemap, and open to search engines: useful without a session or a mailed link. */
  listed: boolean;
  /** The content depends on the query string, so the static page is served for the plain path only. */
  readsQuery?: true;
  /** Rendered again when an administrator changes the plans, which it shows. */
  showsPlans?: true;
}

/** Checks at compile time that the module has the export. */
const page = <Name extends string, Module extends Record<Name, ComponentType>>(
  entry: Page & { component: Name; load: () => Promise<Module> },
): Page => entry;

/** Route of the page for unknown paths. */
export const NOT_FOUND = '*';

/** The shell's text for private pages, until the page sets its own. */
export const shellHead = { title: 'Palisade', description: 'Web application firewall and CDN.' };

const tabs = (...names: readonly string[]) => names.map((name): `?${string}` => `?tab=${name}`);

export const pages: readonly Page[] = [
  page({
    path: paths.home,
    load: () => import('../../features/marketing/home-page.tsx'),
    component: 'HomePage',
    title: 'Web application firewall and CDN, switched on in DNS',
    description:
      'Palisade stops SQL injection, XSS, bots and floods before they reach your website, and shows you why, byte by byte. Two DNS records, no code to change. 14-day free trial.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.features,
    load: () => import('../../features/marketing/features-page.tsx'),
    component: 'FeaturesPage',
    title: 'Features',
    description:
      'Managed rules, DDoS and bot protection, rate limits, geo-blocking, certificates, CDN and logs that explain: what each Palisade plan includes.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.howItWorks,
    load: () => import('../../features/marketing/how-it-works-page.tsx'),
    component: 'HowItWorksPage',
    title: 'How it works',
    description:
      'Six steps from an unprotected website to a protected one, with instructions for Cloudflare, GoDaddy, Namecheap, Route 53 and Google Cloud DNS.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.howToUse,
    load: () => import('../../features/marketing/how-to-use-page.tsx'),
    component: 'HowToUsePage',
    title: 'How to use Palisade',
    description: 'The guide: add a domain, verify it, configure the firewall, and read the dashboard.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.pricing,
    load: () => import('../../features/pricing/pricing-page.tsx'),
    component: 'PricingPage',
    title: 'Pricing',
    description:
      'Plans from free to enterprise and everything they include, side by side. 14-day free trial without a credit card, cancel anytime.',
    access: 'everyone',
    prerender: { listed: true, showsPlans: true },
  }),
  page({
    path: paths.about,
    load: () => import('../../features/marketing/about-page.tsx'),
    component: 'AboutPage',
    title: 'About us',
    description: 'Why Palisade exists, and the four principles we follow.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.contact,
    load: () => import('../../features/contact/contact-page.tsx'),
    component: 'ContactPage',
    title: 'Contact',
    description: 'Questions before you start, or problems with a site? Write to us.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.privacy,
    load: () => import('../../features/marketing/privacy-page.tsx'),
    component: 'PrivacyPage',
    title: 'Privacy policy',
    description: 'Which personal data Palisade handles, why, and for how long.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.terms,
    load: () => import('../../features/marketing/terms-page.tsx'),
    component: 'TermsPage',
    title: 'Terms of service',
    description: 'Terms of service of Palisade.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.dataProcessing,
    load: () => import('../../features/marketing/data-processing-page.tsx'),
    component: 'DataProcessingPage',
    title: 'Data processing',
    description: 'How Palisade handles personal data on your behalf.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.security,
    load: () => import('../../features/marketing/security-page.tsx'),
    component: 'SecurityPage',
    title: 'Security',
    description: 'How to report a vulnerability.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.register,
    load: () => import('../../features/register/register-page.tsx'),
    component: 'RegisterPage',
    title: 'Get started',
    description: 'Choose a plan, create an account, and protect your site. 14-day free trial.',
    access: 'everyone',
    prerender: { listed: true, readsQuery: true, showsPlans: true },
  }),
  page({
    path: paths.registerSimple,
    load: () => import('../../features/auth/register-simple-page.tsx'),
    component: 'RegisterSimplePage',
    title: 'Create your account',
    description: 'Create a free Palisade account. No credit card needed.',
    access: 'everyone',
    prerender: { listed: true },
  }),
  page({
    path: paths.login,
    load: () => import('../../features/auth/login-page.tsx'),
    component: 'LoginPage',
    title: 'Log in',
    description: 'Log in to Palisade to monitor and tune the protection of your websites.',
    access: 'everyone',
    prerender: { listed: true, readsQuery: true },
  }),
  page({
    path: paths.forgotPassword,
    load: () => import('../../features/auth/forgot-password-page.tsx'),
    component: 'ForgotPasswordPage',
    title: 'Forgot password',
    description: 'Request a link to reset your password.',
    access: 'everyone',
    prerender: { listed: false },
  }),
  page({
    path: paths.unsubscribe,
    load: () => import('../../features/newsletter/unsubscribe-page.tsx'),
    component: 'UnsubscribePage',
    title: 'Unsubscribe',
    description: 'Stop receiving the Palisade newsletter.',
    access: 'everyone',
    bare: true,
    prerender: { listed: false, readsQuery: true },
  }),
  page({
    path: paths.resetPassword,
    load: () => import('../../features/auth/reset-password-page.tsx'),
    component: 'ResetPasswordPage',
    title: 'Choose a new password',
    access: 'everyone',
  }),
  page({
    path: paths.confirmEmail,
    load: () => import('../../features/auth/confirm-email-page.tsx'),
    component: 'ConfirmEmailPage',
    title: 'Confirm your email',
    access: 'everyone',
  }),
  page({
    path: paths.undoEmailChange,
    load: () => import('../../features/auth/undo-email-change-page.tsx'),
    component: 'UndoEmailChangePage',
    title: 'Take the change back',
    access: 'everyone',
  }),
  page({
    path: paths.payment,
    load: () => import('../../features/payment/payment-outcome-page.tsx'),
    component: 'PaymentOutcomePage',
    title: 'Your payment',
    access: 'everyone',
  }),
  page({
    path: paths.status,
    load: () => import('../../features/status/status-page.tsx'),
    component: 'StatusPage',
    title: 'Status',
    access: 'everyone',
    bare: true,
  }),
  page({
    path: paths.dashboard,
    load: () => import('../../features/overview/overview-page.tsx'),
    component: 'OverviewPage',
    title: 'Dashboard Overview',
    access: 'signed-in',
    navigation: 'Overview',
  }),
  page({
    path: paths.domains,
    load: () => import('../../features/domains/domains-page.tsx'),
    component: 'DomainsPage',
    title: 'My Domains',
    access: 'signed-in',
    navigation: 'Domains',
  }),
  page({
    path: paths.site,
    load: () => import('../../features/domains/site/site-page.tsx'),
    component: 'SitePage',
    title: 'Site',
    titleOf: ({ domain = 'Site', tab }) => (tab === undefined ? domain : `${domain}: ${tab}`),
    access: 'signed-in',
  }),
  page({
    path: paths.lists,
    load: () => import('../../features/lists/lists-page.tsx'),
    component: 'ListsPage',
    title: 'Lists',
    access: 'signed-in',
    navigation: 'Lists',
  }),
  page({
    path: paths.analytics,
    load: () => import('../../features/analytics/analytics-page.tsx'),
    component: 'AnalyticsPage',
    title: 'Analytics & Reports',
    access: 'signed-in',
    navigation: 'Analytics',
  }),
  page({
    path: paths.logs,
    load: () => import('../../features/logs/logs-page.tsx'),
    component: 'LogsPage',
    title: 'WAF Activity Logs',
    access: 'signed-in',
    navigation: 'WAF Logs',
  }),
  page({
    path: paths.logEntry,
    load: () => import('../../features/logs/entry/log-entry-page.tsx'),
    component: 'LogEntryPage',
    title: 'Log entry',
    access: 'signed-in',
  }),
  page({
    path: paths.reports,
    load: () => import('../../features/visitor-reports/visitor-reports-page.tsx'),
    component: 'VisitorReportsPage',
    title: 'Reports',
    access: 'signed-in',
  }),
  page({
    path: paths.alerts,
    load: () => import('../../features/alerts/alerts-page.tsx'),
    component: 'AlertsPage',
    title: 'Alerts',
    access: 'signed-in',
    navigation: 'Alerts',
    accessibility: tabs('rules', 'channels'),
  }),
  page({
    path: paths.logStreams,
    load: () => import('../../features/log-streams/log-streams-page.tsx'),
    component: 'LogStreamsPage',
    title: 'Log Streams',
    access: 'signed-in',
    navigation: 'Log Streams',
  }),
  page({
    path: paths.settings,
    load: () => import('../../features/settings/settings-page.tsx'),
    component: 'SettingsPage',
    title: 'Settings',
    access: 'signed-in',
    navigation: 'Settings',
    accessibility: tabs('account', 'security', 'notifications', 'billing', 'audit'),
  }),
  page({
    path: paths.admin,
    load: () => import('../../features/admin/admin-page.tsx'),
    component: 'AdminPage',
    title: 'Super Admin Panel',
    access: 'administrators',
    navigation: 'Super Admin',
    accessibility: tabs(
      'overview',
      'users',
      'plans',
      'newsletters',
      'campaigns',
      'tools',
      'orders',
      'revenue',
      'edge',
      'streams',
      'jobs',
      'system',
    ),
  }),
  page({
    path: paths.adminUser,
    load: () => import('../../features/admin/users/user-page.tsx'),
    component: 'UserPage',
    title: 'User',
    access: 'administrators',
  }),
  page({
    path: NOT_FOUND,
    load: () => import('../../features/marketing/not-found-page.tsx'),
    component: 'NotFoundPage',
    title: 'Page not found',
    description: 'There is no page at this address.',
    access: 'everyone',
    prerender: { listed: false },
  }),
];
