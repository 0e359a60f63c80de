import type { edgeV1 } from '@palisade/contracts';
import { fromMessage } from '@palisade/entitlements/wire';
import { type KillSwitch, togglesOf } from '@palisade/site-policy';
import { rulesUnderPlan, settingsUnderPlan } from '@palisade/site-policy/wire';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { logPrivacyOf } from '../features/recording/privacy/log-privacy.ts';
import { clientCertificatesOf } from '../request/client-certificate-policy.ts';
import { clientTlsOf } from '../request/client-tls-policy.ts';
import { askedTogether, NOTHING_ASKED } from '../request/conditions/body-values.ts';
import type { Feature, SiteSource } from '../request/feature.ts';
import { siteHeadersOf } from '../request/header-changes.ts';
import { ownPagesOf } from '../request/own-pages.ts';
import { rolloutOf } from '../request/rollout.ts';
import type { Site } from '../request/site.ts';
import {
  compileOriginGroup,
  type OriginGroup,
  type OriginTarget,
  primaryTarget,
} from '../upstream/origins/origin-group.ts';
import { FEATURES, type SiteParts } from './features.ts';

/** One site in the form that requests read: lists compiled, plan applied, nothing left to parse. Frozen. */
export type CompiledSite = Site &
  SiteParts & {
    readonly origin: OriginTarget;
    readonly candidate: CompiledSite | null;
    /** Null: `origin` is all there is. */
    readonly origins: OriginGroup | null;
    /** Null: the site has no certificate of its own. */
    readonly tls: { readonly certificateChainPem: string; readonly sealedPrivateKey: Uint8Array } | null;
  };

/** What the operator's switches leave of any feature's part. */
type Switched = Pick<Feature<SiteParts>, 'name' | 'mayChallenge' | 'bodyFields'> & {
  withSwitchesOff?(parts: SiteParts, off: ReadonlySet<KillSwitch>): Partial<SiteParts>;
};

const features: readonly Switched[] = FEATURES;

const NO_RELEASES: ReadonlyMap<string, CompiledRuleSet> = new Map();

/**
 * Compiles a valid, verified document. The plan was applied when it was published; what goes beyond it all the same is
 * left out here, whatever the document says.
 * Throws what a feature throws on what it cannot compile, exclusions and custom rules; the caller keeps the last good site then.
 */
export function compileSite(
  config: edgeV1.SiteConfig,
  ruleSet: CompiledRuleSet | null,
  releases: ReadonlyMap<string, CompiledRuleSet> = NO_RELEASES,
): CompiledSite {
  const site = compileOne(config, ruleSet, releases);
  return config.rollout === undefined
    ? site
    : withCandidate(site, config, config.rollout, (candidate) => compileOne(candidate, ruleSet, releases));
}

/**
 * A roll-out is about what judges requests. What a site is to all of its visitors stays the one in force: its origins, its
 * certificate, and the cache, which they share.
 */
function withCandidate(
  site: CompiledSite,
  config: edgeV1.SiteConfig,
  { id, sharePercent, policy, delivery }: edgeV1.Rollout,
  compile: (config: edgeV1.SiteConfig) => CompiledSite,
): CompiledSite {
  if (!policy || !delivery) throw new Error('an incomplete roll-out passed validation');
  const rollout = rolloutOf(config.siteId, id, sharePercent);
  const { origin, origins, clientTls, clientCertificates, tls, cache } = site;
  const judging = compile({ ...config, policy, delivery });
  const candidate = Object.freeze<CompiledSite>({
    ...judging,
    rollout,
    origin,
    origins,
    clientTls,
    clientCertificates,
    tls,
    cache,
  });
  return Object.freeze<CompiledSite>({ ...site, rollout, candidate });
}

function compileOne(
  config: edgeV1.SiteConfig,
  ruleSet: CompiledRuleSet | null,
  releases: ReadonlyMap<string, CompiledRuleSet>,
): CompiledSite {
  const { origin, policy, entitlements } = config;
  if (!origin || !policy || !config.delivery || !entitlements) {
    throw new Error('an incomplete document passed validation');
  }
  const plan = fromMessage(entitlements);
  const settings = settingsUnderPlan(config, plan);
  const target = primaryTarget(config, origin);
  const source: SiteSource = { config, settings, plan, isOn: settings.mode !== 'Off', ruleSet, releases };
  return frozen({
    siteId: config.siteId,
    ownerId: config.ownerId,
    version: config.version,
    issuedAtMs: Number(config.issuedAtMs),
    hosts: config.hosts,
    isActive: config.isActive,
    mode: settings.mode,
    toggles: togglesOf(settings),
    clientTls: clientTlsOf(settings),
    clientCertificates: clientCertificatesOf(config.siteId, settings),
    headers: siteHeadersOf(settings.header_rules),
    filledLists: new Set(
      rulesUnderPlan(policy.customRules, plan).flatMap(({ listing }) => listing?.listId ?? []),
    ),
    ownPages: ownPagesOf(settings.own_pages),
    retentionDays: plan.logRetentionDays,
    logPrivacy: logPrivacyOf(settings),
    mayChallenge: false,
    bodyFields: NOTHING_ASKED,
    rollout: null,
    candidate: null,
    origin: target,
    origins: compileOriginGroup(config, target),
    tls: config.tls ?? null,
    ...partsOf(source),
  });
}

function partsOf(source: SiteSource): SiteParts {
  return Object.assign({}, ...FEATURES.map((feature) => feature.compile(source))) as SiteParts;
}

/** What remains of a site while something is switched off for all. */
export function withSwitchesOff(site: CompiledSite, off: ReadonlySet<KillSwitch>): CompiledSite {
  let left = site;
  for (const feature of features) left = { ...left, ...feature.withSwitchesOff?.(left, off) };
  return frozen(left);
}

function frozen(site: CompiledSite): CompiledSite {
  const mayChallenge = features.some((feature) => feature.mayChallenge?.(site) === true);
  const bodyFields = askedTogether(features.flatMap((feature) => feature.bodyFields?.(site) ?? []));
  return Object.freeze<CompiledSite>({ ...site, mayChallenge, bodyFields });
}
