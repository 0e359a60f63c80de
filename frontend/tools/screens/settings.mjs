// Settings of an account.
import { customer } from '../canned/people.mjs';
import { click } from './acts.mjs';

const at = (tab) => `/dashboard/settings?tab=${tab}`;

export default [
  { name: 'settings-account', at: '/dashboard/settings', as: customer },
  { name: 'settings-security', at: at('security'), as: customer },
  { name: 'settings-mfa', at: at('security'), as: customer, act: click(/Enable|Set up/) },
  { name: 'settings-notifications', at: at('notifications'), as: customer },
  { name: 'settings-billing', at: at('billing'), as: customer },
];
