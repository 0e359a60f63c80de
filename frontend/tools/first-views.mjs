// What each page needs before it shows: the entry, the layout, the page. Charts and dialogs come after it.
import { paths } from '../src/entities/page/paths.ts';
import { modulesOf, pages } from './pages.mjs';

/** How much JavaScript a first view may be, gzipped: strangers wait for it, owners and operators find most of it kept. */
export const FIRST_VIEW_BYTES = { everyone: 180_000, 'signed-in': 200_000, administrators: 200_000 };

/** How much the entry may be, gzipped: what index.html asks for, before any page. */
export const ENTRY_BYTES = 180_000;

/** In so many files: each is a request, and those of the API and of what comes later are on top. */
export const FIRST_VIEW_FILES = 16;

/** What a whole first visit may ask for. */
const VISIT_REQUESTS = 25;
/** Of them: the page, its styles, its two fonts and the script that runs before all others. */
const BESIDE_CHUNKS = 5;

/** A view with the modules that it loads without being asked to once its page shows, and how many calls of the API it makes. */
const view = (calls, ...modules) => ({
  follows: modules.map((module) => `src/${module}`),
  files: VISIT_REQUESTS - BESIDE_CHUNKS - calls,
});
const traffic = ['entities/traffic/later.ts'];
const siteTabs = 'features/domains/site/site-tabs-panel.tsx';
const config = 'features/domains/site-policy';

/** By page: its views. */
const VISITS = {
  [paths.dashboard]: [view(7, 'features/overview/later.ts')],
  [paths.domains]: [view(5)],
  [paths.site]: [
    view(4, siteTabs),
    view(7, siteTabs, 'features/domains/site/site-traffic.tsx', ...traffic),
    view(7, siteTabs, `${config}/policy/policy-form.tsx`),
    view(5, siteTabs, `${config}/rules-tab.tsx`),
    view(5, siteTabs, `${config}/limits/rate-limits-panel.tsx`),
    view(5, siteTabs, `${config}/traffic/traffic-form.tsx`),
    view(5, siteTabs, `${config}/origin/origin-form.tsx`),
    view(4, siteTabs, `${config}/certificates-tab.tsx`),
    view(5, siteTabs, `${config}/cache-tab.tsx`),
    view(4, siteTabs, `${config}/bans-tab.tsx`),
    view(7, siteTabs, `${config}/history-tab.tsx`),
    view(5, siteTabs, `${config}/privacy/privacy-form.tsx`, `${config}/privacy/stored-data.tsx`),
    view(4, siteTabs, 'features/domains/status/status-tab.tsx'),
    view(5, siteTabs, 'features/domains/simulator/simulator-tab.tsx'),
  ],
  [paths.lists]: [view(4, 'features/lists/later.ts')],
  [paths.logs]: [view(6, 'features/logs/later.ts')],
  [paths.logEntry]: [view(5, 'features/logs/attack-details.tsx')],
  [paths.analytics]: [view(7, ...traffic)],
  [paths.reports]: [view(4)],
  [paths.alerts]: [
    view(3, 'features/alerts/alerts-card.tsx'),
    view(3, 'features/alerts/rules-card.tsx'),
    view(3, 'features/alerts/channels-card.tsx'),
  ],
  [paths.logStreams]: [view(4, 'entities/log-stream/streams-card.tsx')],
  [paths.settings]: [
    view(5, 'features/settings/account-tab.tsx'),
    view(7, 'features/settings/security-tab.tsx', 'entities/session/new-password-form.ts'),
    view(7, 'features/settings/billing/billing-tab.tsx'),
    view(4, 'features/settings/notifications-tab.tsx'),
    view(4, 'features/settings/audit-tab.tsx'),
  ],
  [paths.admin]: [
    view(6),
    view(6, 'features/admin/campaigns/campaigns-tab.tsx'),
    view(7, 'features/admin/edge/edge-tab.tsx'),
    view(6, 'features/admin/jobs/jobs-tab.tsx'),
    view(7, 'features/admin/newsletters/newsletters-tab.tsx'),
    view(5, 'features/admin/orders/orders-tab.tsx'),
    view(4, 'features/admin/plans/plans-tab.tsx'),
    view(5, 'features/admin/revenue/revenue-tab.tsx'),
    view(4, 'features/admin/streams/streams-tab.tsx', 'entities/log-stream/streams-card.tsx'),
    view(5, 'features/admin/system/system-tab.tsx'),
    view(7, 'features/admin/tools/tools-tab.tsx'),
    view(5, 'features/admin/users/users-tab.tsx'),
  ],
  [paths.adminUser]: [
    view(
      7,
      'features/admin/users/support-view-card.tsx',
      'features/admin/status-pages/status-pages-card.tsx',
    ),
  ],
};

export const firstViews = pages.map((page) => ({
  path: page.path,
  access: page.access,
  modules: ['index.html', ...modulesOf(page)],
  visits: VISITS[page.path] ?? [],
}));
