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
import { trustedProxiesOf } from '../request/trusted-proxies.ts';
import {
  compileOriginGroup,
  type OriginGroup,
  type OriginTarget,
  primaryTarget,
} from '../upstream/origins/origin-group.ts';
import { FEATURES, type SiteParts } from './features.ts';

/** A site in the form that requests use: everything compiled, the plan applied. Frozen. */
export type CompiledSite = Site &
  SiteParts & {
    readonly origin: OriginTarget;
    readonly candidate: CompiledSite | null;
    /** Null: the site has only `origin`. */
    readonly origins: OriginGroup | null;
    /** Null: the site has no certificate of its own. */
    readonly tls: { readonly certificateChainPem: string; readonly sealedPrivateKey: Uint8Array } | null;
  };

/** What is left of the features' parts under the operator's switches. */
type Switched = Pick<Feature<SiteParts>, 'name' | 'mayChallenge' | 'bodyFields'> & {
  withSwitchesOff?(parts: SiteParts, off: ReadonlySet<KillSwitch>): Partial<SiteParts>;
};

const features: readonly Switched[] = FEATURES;

const NO_RELEASES: ReadonlyMap<string, CompiledRuleSet> = new Map();

/**
 * Compiles a valid, verified document. Its publisher applied the plan; whatever still exceeds the plan is left out
 * here.
 * @throws what a feature throws on exclusions and custom rules that it cannot compile; the caller then keeps the last
 * good site
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
 * A roll-out changes only what judges requests. Origins, certificate and cache are shared by all visitors, so they stay
 * those in force.
 */
function withCandidate(
  site: CompiledSite,
  config: edgeV1.SiteConfig,
  { id, sharePercent, policy, delivery }: edgeV1.Rollout,
  compile: (config: edgeV1.SiteConfig) => CompiledSite,
): CompiledSite {
  if (!policy || !delivery) throw new Error('an incomplete roll-out passed validation');
  const rollout = rolloutOf(config.siteId, id, sharePercent);
  const { origin, origins, clientTls, clientCertificates, trustedProxies, tls, cache } = site;
  const judging = compile({ ...config, policy, delivery });
  const candidate = Object.freeze<CompiledSite>({
    ...judging,
    rollout,
    origin,
    origins,
    clientTls,
    clientCertificates,
    trustedProxies,
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
    trustedProxies: trustedProxiesOf(settings),
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

/** The site while these switches are off for everybody. */
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
