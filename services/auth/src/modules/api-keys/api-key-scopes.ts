/** Scopes that API keys can have. Routes name the scope that they need; no key ever has `session`. */
export const API_KEY_SCOPES = {
  'account:read': 'Read your account and plan',
  'domains:read': 'Read domains and their configuration',
  'domains:write': 'Add, verify, configure and remove domains',
  'logs:read': 'Read dashboards, logs and analytics',
  'logs:write': 'Manage log exports and alerts',
  'log_streams:write': 'Send logs on: manage log streams',
  'billing:read': 'Read orders, invoices and subscription',
  'billing:write': 'Order plans and manage the subscription',
  admin: 'Administer this installation (administrators only)',
} as const satisfies Record<string, string>;

export type ApiKeyScope = keyof typeof API_KEY_SCOPES;
export const API_KEY_SCOPE_NAMES = Object.keys(API_KEY_SCOPES) as [ApiKeyScope, ...ApiKeyScope[]];
