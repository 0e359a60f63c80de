import type { ApiKeyRequest } from './settings-api.ts';

type Scope = ApiKeyRequest['scopes'][number];

/** Scopes of a new API key. */
export const offeredScopes: Record<Scope, string> = {
  'account:read': 'Read your account and plan',
  'domains:read': 'Read domains and their configuration',
  'domains:write': 'Add, verify, configure and remove domains',
  'logs:read': 'Read dashboards, logs and analytics',
  'logs:write': 'Manage log exports and alerts',
  'log_streams:write': 'Send logs on: manage log streams',
  'billing:read': 'Read orders, invoices and subscription',
  'billing:write': 'Order plans and manage the subscription',
  admin: 'Administer this installation',
};

export type OfferedScope = keyof typeof offeredScopes;
export const OFFERED = Object.keys(offeredScopes) as [OfferedScope, ...OfferedScope[]];

/** A permission of a key as people read it; those of later versions stay as they are. */
export const scopeText = (scope: string): string => (offeredScopes as Record<string, string>)[scope] ?? scope;
