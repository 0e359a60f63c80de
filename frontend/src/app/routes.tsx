import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../shared/lib/paths.ts';
import { PageSpinner } from '../shared/ui/spinner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { RequireAdmin, RequireSession } from './guards.tsx';
import { Root } from './root.tsx';

/** A page of its own chunk, named by its export. */
function page<M extends Record<K, ComponentType>, K extends string>(load: () => Promise<M>, name: K) {
  return async () => ({ Component: (await load())[name] });
}

const publicPages: RouteObject[] = [
  {
    path: paths.features,
    lazy: page(() => import('../features/marketing/features-page.tsx'), 'FeaturesPage'),
  },
  {
    path: paths.howItWorks,
    lazy: page(() => import('../features/marketing/how-it-works-page.tsx'), 'HowItWorksPage'),
  },
  {
    path: paths.howToUse,
    lazy: page(() => import('../features/marketing/how-to-use-page.tsx'), 'HowToUsePage'),
  },
  { path: paths.pricing, lazy: page(() => import('../features/pricing/pricing-page.tsx'), 'PricingPage') },
  { path: paths.about, lazy: page(() => import('../features/marketing/about-page.tsx'), 'AboutPage') },
  { path: paths.contact, lazy: page(() => import('../features/contact/contact-page.tsx'), 'ContactPage') },
  { path: paths.privacy, lazy: page(() => import('../features/marketing/privacy-page.tsx'), 'PrivacyPage') },
  {
    path: paths.register,
    lazy: page(() => import('../features/register/register-page.tsx'), 'RegisterPage'),
  },
  { path: paths.home, lazy: page(() => import('../features/marketing/home-page.tsx'), 'HomePage') },
  { path: paths.login, lazy: page(() => import('../features/auth/login-page.tsx'), 'LoginPage') },
  {
    path: paths.forgotPassword,
    lazy: page(() => import('../features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: paths.resetPassword,
    lazy: page(() => import('../features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  },
  {
    path: paths.confirmEmail,
    lazy: page(() => import('../features/auth/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  },
  {
    path: paths.undoEmailChange,
    lazy: page(() => import('../features/auth/undo-email-change-page.tsx'), 'UndoEmailChangePage'),
  },
  {
    path: paths.registerSimple,
    lazy: page(() => import('../features/auth/register-simple-page.tsx'), 'RegisterSimplePage'),
  },
];

const dashboardPages: RouteObject[] = [
  {
    path: paths.analytics,
    lazy: page(() => import('../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  },
  {
    path: paths.settings,
    lazy: page(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: paths.dashboard,
    lazy: page(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  },
  { path: paths.domains, lazy: page(() => import('../features/domains/domains-page.tsx'), 'DomainsPage') },
  { path: paths.logs, lazy: page(() => import('../features/logs/logs-page.tsx'), 'LogsPage') },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageSpinner,
    children: [
      {
        lazy: page(() => import('./layouts/public-layout.tsx'), 'PublicLayout'),
        children: [
          ...publicPages,
          { path: '*', lazy: page(() => import('../features/marketing/not-found-page.tsx'), 'NotFoundPage') },
        ],
      },
      {
        path: paths.unsubscribe,
        lazy: page(() => import('../features/newsletter/unsubscribe-page.tsx'), 'UnsubscribePage'),
      },
      {
        Component: RequireSession,
        children: [
          {
            lazy: page(() => import('./layouts/dashboard-layout.tsx'), 'DashboardLayout'),
            children: dashboardPages,
          },
        ],
      },
      {
        Component: RequireAdmin,
        children: [
          {
            lazy: page(() => import('./layouts/dashboard-layout.tsx'), 'DashboardLayout'),
            children: [
              {
                path: paths.admin,
                lazy: page(() => import('../features/admin/admin-page.tsx'), 'AdminPage'),
              },
            ],
          },
        ],
      },
    ],
  },
];
