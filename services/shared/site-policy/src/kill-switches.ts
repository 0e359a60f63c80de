/** What an operator can switch off on all nodes at once, whatever sites have configured. */
export const KILL_SWITCHES = [
  'rules',
  'bots',
  'ddos',
  'rate_limits',
  'geo',
  'cache',
  'compression',
  'upload_scan',
] as const;
export type KillSwitch = (typeof KILL_SWITCHES)[number];
