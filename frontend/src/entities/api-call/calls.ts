import type { BanCreate, DomainCreate, SitePolicyUpdate } from '../../shared/api/openapi.gen.ts';

/** A call of the API as people can repeat it. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, such as "/api/domains". */
  path: string;
  body?: object;
  /** The scope that the key needs. */
  scope: 'domains:write' | 'logs:read';
  /** Page and heading of the reference. */
  reference: `${string}#${string}`;
}

/** The calls that the dashboard shows beside its actions. */
export const calls = {
  addDomain: (body: DomainCreate): ApiCall => ({
    method: 'POST',
    path: '/api/domains',
    body,
    scope: 'domains:write',
    reference: 'domains#add-domain',
  }),
  updateSitePolicy: (id: string, body: SitePolicyUpdate): ApiCall => ({
    method: 'PUT',
    path: `/api/domains/${id}/waf-config`,
    body,
    scope: 'domains:write',
    reference: 'site-policy#update-site-policy',
  }),
  addBan: (id: string, body: BanCreate): ApiCall => ({
    method: 'POST',
    path: `/api/domains/${id}/bans`,
    body,
    scope: 'domains:write',
    reference: 'bans#add-ban',
  }),
  recentLogs: (query: URLSearchParams): ApiCall => ({
    method: 'GET',
    path: `/api/dashboard/logs/recent?${query}`,
    scope: 'logs:read',
    reference: 'dashboard#recent-logs',
  }),
} as const;
