// Overview, analytics, logs and the palette.
import { customer } from '../canned/people.mjs';
import { click, press } from './acts.mjs';

export default [
  { name: 'overview', at: '/dashboard', as: customer },
  { name: 'palette', at: '/dashboard', as: customer, act: press('Control+k') },
  { name: 'analytics', at: '/dashboard/analytics', as: customer },
  { name: 'logs', at: '/dashboard/logs', as: customer },
  { name: 'log-details', at: '/dashboard/logs', as: customer, act: click('Details') },
];
