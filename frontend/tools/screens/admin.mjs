// The admin panel and its dialogs.
import { admin } from '../canned/people.mjs';
import { click } from './acts.mjs';

const tabs = ['overview', 'users', 'plans', 'newsletters', 'campaigns', 'tools', 'orders', 'edge', 'system'];
const at = (tab) => `/admin?tab=${tab}`;

export default [
  ...tabs.map((tab) => ({ name: `admin-${tab}`, at: at(tab), as: admin })),
  { name: 'admin-user-edit', at: at('users'), as: admin, act: click(/^Edit /) },
  { name: 'admin-plan-edit', at: at('plans'), as: admin, act: click(/^Edit/) },
  { name: 'admin-subscribers-import', at: at('newsletters'), as: admin, act: click('Import CSV') },
  { name: 'admin-campaign-create', at: at('campaigns'), as: admin, act: click('Create Campaign') },
  {
    name: 'admin-campaign-stats',
    at: at('campaigns'),
    as: admin,
    act: click('Stats of March release notes'),
  },
  { name: 'admin-smtp-edit', at: at('tools'), as: admin, act: click(/^Edit /) },
];
