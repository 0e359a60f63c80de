import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '@palisade/command-line';
import { type PolicyFile, policyFileSchema } from '@palisade/site-policy';
import { Api, ApiRefusal, canonicalDomain, type Site } from '../base/api.ts';
import type { Credentials } from '../base/credentials.ts';
import { appliedPolicy, compared } from '../policy/apply-policy.ts';
import { no, reasonOf, unknown, type Verdict, yes } from './conditions.ts';
import type { SiteObject, SitePolicyObject, SiteStatus } from './kinds.ts';

/** How often what holds at Palisade is compared with what the object says. */
const COMPARED_EVERY_MS = 5 * 60_000;
/** How often a site whose DNS does not point to the edges yet is looked at. */
const UNVERIFIED_EVERY_MS = 60_000;
const MAX_FAULTS = 10;

interface LiveSite extends Site {
  dns_verified: boolean;
  is_active: boolean;
  cname_target: string;
  verification_subdomain?: string | null;
}

export interface Outcome {
  verdicts: Record<'Accepted' | 'Verified' | 'Ready', Verdict>;
  status: Omit<SiteStatus, 'conditions'>;
  /** Null: when the object changes. */
  againMs: number | null;
}

/** What an object says, with what its SitePolicy says below it. */
export const policyOf = ({ spec }: SiteObject, shared: SitePolicyObject | null): unknown => {
  const { domain, originConfig, policyConfig } = spec;
  const merged = (name: 'originConfig' | 'policyConfig', own: object | undefined) => {
    const below = shared?.spec[name];
    return own === undefined && below === undefined ? {} : { [name]: { ...below, ...own } };
  };
  return { domain, ...merged('originConfig', originConfig), ...merged('policyConfig', policyConfig) };
};

const refused = (
  verdict: Verdict,
  before: SiteStatus,
  generation: number,
  againMs: number | null,
): Outcome => {
  const waits = unknown('NotAccepted', 'See Accepted.');
  const { conditions: _, ...status } = before;
  return {
    verdicts: { Accepted: verdict, Verified: waits, Ready: no('NotAccepted', verdict.message) },
    status: { ...status, observedGeneration: generation },
    againMs,
  };
};

/** Brings one site to what its object says. @throws CommandError where the API does not answer, or has no time */
export async function reconcileSite(
  object: SiteObject,
  shared: SitePolicyObject | null,
  credentials: Credentials,
  ended: AbortSignal,
): Promise<Outcome> {
  const generation = object.metadata.generation ?? 0;
  const before = object.status ?? {};
  const parsed = policyFileSchema.safeParse(policyOf(object, shared));
  if (!parsed.success) {
    const faults = parsed.error.issues
      .slice(0, MAX_FAULTS)
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
    return refused(no('Invalid', faults.join('; ')), before, generation, null);
  }
  // An id, for example, which the API takes for the site that another object may name by its domain.
  if (canonicalDomain(object.spec.domain) === null)
    return refused(no('Invalid', 'domain: This is no domain name'), before, generation, null);
  const api = new Api(credentials, ended);
  try {
    return await reconciled(api, object, shared, parsed.data);
  } catch (error) {
    if (!(error instanceof CommandError) || isPassing(error)) throw error;
    return refused(no(reasonOf(error.code), error.message), before, generation, COMPARED_EVERY_MS);
  }
}

/** Somebody was quicker, or there was no time: the same may do next time. */
const isPassing = (error: CommandError): boolean =>
  error instanceof ApiRefusal
    ? error.problem.status === 429 || error.problem.status >= 500 || error.code === 'configuration_changed'
    : error.code !== 'site_unknown';

/** What of an object and its SitePolicy Palisade has been brought to. */
type Applied = Pick<SiteStatus, 'appliedGeneration' | 'appliedPolicy'>;

const appliedOf = ({ metadata }: SiteObject, shared: SitePolicyObject | null): Applied => ({
  appliedGeneration: metadata.generation ?? 0,
  ...(shared !== null && {
    appliedPolicy: { uid: shared.metadata.uid ?? '', generation: shared.metadata.generation ?? 0 },
  }),
});

/** Without what was applied. */
export const unapplied = ({ appliedGeneration: _, appliedPolicy: __, ...status }: SiteStatus): SiteStatus =>
  status;

async function reconciled(
  api: Api,
  object: SiteObject,
  shared: SitePolicyObject | null,
  policy: PolicyFile,
): Promise<Outcome> {
  const generation = object.metadata.generation ?? 0;
  const before = object.status ?? {};
  const applied = appliedOf(object, shared);
  const site = await siteOf(api, object);
  const comparison = await compared(api, site.id, policy);
  const fields = comparison.changes.map(({ field }) => field);
  // What the author has changed since is no drift, however often it was refused or had to wait.
  const wasApplied =
    before.siteId === site.id &&
    before.appliedGeneration === applied.appliedGeneration &&
    isDeepStrictEqual(before.appliedPolicy, applied.appliedPolicy);
  const isDrift = fields.length > 0 && wasApplied;
  if (isDrift && object.spec.drift === 'Report')
    return outcome(
      site,
      { ...before, version: comparison.live.version },
      generation,
      no('Drifted', `Others have changed ${fields.join(', ')}.`),
    );
  const { version } = await appliedPolicy(api, site.id, comparison, policy);
  const corrected = isDrift ? { driftCorrectedAt: new Date().toISOString() } : {};
  return outcome(site, { ...unapplied(before), ...applied, ...corrected, version }, generation, null);
}

/** Added where the account has none of that name. */
async function siteOf(api: Api, { spec: { domain, origin } }: SiteObject): Promise<LiveSite> {
  const { id } = await api.siteNamed(domain).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.code !== 'site_unknown' || origin === undefined)
      throw error;
    const { host, port, protocol } = origin;
    return api.call<Site>('POST', '/api/domains', {
      ...{ domain_name: domain, origin_host: host },
      ...(port !== undefined && { origin_port: port }),
      ...(protocol !== undefined && { origin_protocol: protocol }),
    });
  });
  return await api.call<LiveSite>('GET', `/api/domains/${id}`);
}

function outcome(
  site: LiveSite,
  { conditions: _, ...before }: SiteStatus,
  generation: number,
  fault: Verdict | null,
): Outcome {
  const pointing = `Point ${site.domain_name} at ${site.cname_target}.`;
  const Verified = site.dns_verified
    ? yes('Verified', `${site.domain_name} leads to the edges.`)
    : no(
        'NotPointing',
        site.verification_subdomain ? `${pointing} Or prove it by ${site.verification_subdomain}.` : pointing,
      );
  const served = site.is_active ? null : no('SwitchedOff', 'The site is switched off at Palisade.');
  const why = fault ?? (site.dns_verified ? served : no('NotVerified', Verified.message));
  return {
    verdicts: {
      Accepted: yes('Applied', `Palisade has it at version ${before.version}.`),
      Verified,
      Ready: why ?? yes('Serving', 'The edges have what this object says.'),
    },
    status: { ...before, observedGeneration: generation, siteId: site.id },
    againMs: site.dns_verified ? COMPARED_EVERY_MS : UNVERIFIED_EVERY_MS,
  };
}

/** Takes the site away at Palisade; one that is not there is as well. */
export async function deleteSite(
  siteId: string,
  credentials: Credentials,
  ended: AbortSignal,
): Promise<void> {
  const api = new Api(credentials, ended);
  const known = await api.sites();
  if (known.some(({ id }) => id === siteId)) await api.remove(siteId);
}
