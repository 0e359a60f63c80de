import { addressLists } from './groups/address-lists.ts';
import { clientCertificates } from './groups/client-certificates.ts';
import { cspReports } from './groups/csp-reports.ts';
import { delivery } from './groups/delivery.ts';
import { loadBalancing } from './groups/load-balancing.ts';
import { logPrivacy } from './groups/log-privacy.ts';
import { maintenance } from './groups/maintenance.ts';
import { origin } from './groups/origin.ts';
import { visitorReports } from './groups/visitor-reports.ts';
import type { ValuesOf } from './model/field.ts';

/** Groups without a kill switch: the owner's settings always apply. */
const fields = {
  ...origin.fields,
  ...delivery.fields,
  ...clientCertificates.fields,
  ...loadBalancing.fields,
  ...addressLists.fields,
  ...logPrivacy.fields,
  ...maintenance.fields,
  ...cspReports.fields,
  ...visitorReports.fields,
};
type Values = ValuesOf<typeof fields>;

/** The switches that the edge reads as they are, by their own names. */
export type SiteToggles = {
  readonly [Name in keyof Values as Values[Name] extends boolean ? Name : never]: boolean;
};

const names = Object.entries(fields)
  .filter(([, field]) => typeof field.default === 'boolean')
  .map(([name]) => name as keyof SiteToggles);

export const togglesOf = (values: SiteToggles): SiteToggles =>
  Object.freeze(Object.fromEntries(names.map((name) => [name, values[name]])) as unknown as SiteToggles);
