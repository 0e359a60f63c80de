import { edgeV1 } from '@palisade/contracts';
import type { CompiledRuleSet, RuleSetOverlay, SiteRuleSet } from '@palisade/waf-engine';
import { LRUCache } from 'lru-cache';
import { compileCustomRules } from '../custom-rules/compile-custom-rules.ts';
import type { CustomRules } from '../custom-rules/custom-rules.ts';
import {
  compileOriginGroup,
  type OriginGroup,
  type OriginTarget,
  primaryTarget,
} from '../origins/origin-group.ts';
import { AddressList } from './address-list.ts';
import {
  type BotPolicy,
  botPolicyOf,
  type CachePolicy,
  cachePolicyOf,
  type DdosLevel,
  type PathRateLimit,
  pathRateLimitOf,
  type UploadScanPolicy,
  uploadScanOf,
} from './site-policies.ts';

export type SiteMode = 'On' | 'DetectionOnly' | 'Off';

/** One site in the form that requests read: lists compiled, plan applied, nothing left to parse. Frozen. */
export interface CompiledSite {
  readonly siteId: string;
  readonly ownerId: string;
  readonly version: bigint;
  readonly issuedAtMs: number;
  readonly hosts: readonly string[];
  readonly isActive: boolean;
  readonly origin: OriginTarget;
  /** Null: `origin` is all there is. */
  readonly origins: OriginGroup | null;
  readonly mode: SiteMode;
  /** Null: no rules run. */
  readonly rules: SiteRuleSet | null;
  /** What makes the site's rules differ from everybody's. */
  readonly ruleOverlay: RuleSetOverlay;
  /** `rules` are of a candidate rule set that is being tried. */
  readonly onCandidateRules: boolean;
  readonly failClosed: boolean;
  readonly allowed: AddressList;
  readonly allowedSkipRules: boolean;
  readonly blocked: AddressList;
  readonly blockedCountries: ReadonlySet<string>;
  /** Requests per client and minute; 0: no limit. */
  readonly rateLimit: number;
  readonly hsts: boolean;
  readonly http2: boolean;
  readonly websocket: boolean;
  readonly passUnderscoreHeaders: boolean;
  readonly retentionDays: number;
  readonly httpsRedirect: boolean;
  readonly compression: boolean;
  /** Null: nothing is stored. */
  readonly cache: CachePolicy | null;
  /** Null: bot protection is off. */
  readonly bots: BotPolicy | null;
  /** 'none' also where the plan does not include it. */
  readonly ddosLevel: DdosLevel;
  /** Null: uploads are not scanned. */
  readonly uploadScan: UploadScanPolicy | null;
  readonly pathRateLimits: readonly PathRateLimit[];
  /** Null: the owner has none, or the plan has none for them. */
  readonly customRules: CustomRules | null;
  readonly webSocket: { readonly maxMessageBytes: number; readonly inspectText: boolean };
  /** Null: the site has no certificate of its own. */
  readonly tls: { readonly certificateChainPem: string; readonly sealedPrivateKey: Uint8Array } | null;
}

const DEFAULT_MESSAGE_BYTES = 1024 * 1024;

const MODES: Readonly<Record<edgeV1.EngineMode, SiteMode>> = {
  [edgeV1.EngineMode.UNSPECIFIED]: 'On',
  [edgeV1.EngineMode.ON]: 'On',
  [edgeV1.EngineMode.DETECTION_ONLY]: 'DetectionOnly',
  [edgeV1.EngineMode.OFF]: 'Off',
};

/**
 * Compiles a valid, verified document. What the plan does not include is switched off here, whatever the policy says.
 * Throws what the rule engine throws on exclusions that it cannot compile, and on custom rules that cannot be; the caller keeps the last good site then.
 */
export function compileSite(config: edgeV1.SiteConfig, ruleSet: CompiledRuleSet | null): CompiledSite {
  const { origin, policy, delivery, entitlements } = config;
  if (!origin || !policy || !delivery || !entitlements) {
    throw new Error('an incomplete document passed validation');
  }
  const mode = MODES[policy.mode];
  const target = primaryTarget(config, origin);
  const ruleOverlay = overlayOf(policy, mode);
  const runsRules = ruleSet !== null && policy.managedRules && mode !== 'Off';
  return Object.freeze<CompiledSite>({
    siteId: config.siteId,
    ownerId: config.ownerId,
    version: config.version,
    issuedAtMs: Number(config.issuedAtMs),
    hosts: config.hosts,
    isActive: config.isActive,
    origin: target,
    origins: compileOriginGroup(config, target),
    mode,
    rules: runsRules ? rulesFor(ruleSet, ruleOverlay) : null,
    ruleOverlay,
    onCandidateRules: false,
    failClosed: policy.onEngineFailure === edgeV1.FailurePolicy.CLOSED,
    allowed: new AddressList(entitlements.ipManagement ? policy.allowedIps : []),
    allowedSkipRules: policy.allowedIpsSkipRules,
    blocked: new AddressList(entitlements.ipManagement ? policy.blockedIps : []),
    blockedCountries: new Set(
      entitlements.geoBlocking && policy.geoBlocking && mode !== 'Off' ? policy.blockedCountries : [],
    ),
    rateLimit: rateLimitOf(policy, entitlements, mode),
    hsts: delivery.hsts,
    http2: delivery.http2,
    websocket: delivery.websocket,
    passUnderscoreHeaders: delivery.passUnderscoreHeaders,
    retentionDays: entitlements.logRetentionDays,
    httpsRedirect: delivery.httpsRedirect,
    compression: delivery.compression,
    cache: policy.caching && entitlements.edgeCaching ? cachePolicyOf(policy.cache) : null,
    bots:
      policy.botProtection && entitlements.botProtection && mode !== 'Off' ? botPolicyOf(policy.bots) : null,
    ddosLevel:
      entitlements.ddosProtection && mode !== 'Off' ? (policy.ddosProtectionLevel as DdosLevel) : 'none',
    uploadScan: policy.uploadScan && mode !== 'Off' ? uploadScanOf(policy.uploadScan) : null,
    pathRateLimits:
      entitlements.rateLimiting && mode !== 'Off'
        ? policy.pathRateLimits.map((limit) => pathRateLimitOf(config.siteId, limit))
        : [],
    customRules: mode === 'Off' ? null : compileCustomRules(policy.customRules, entitlements),
    webSocket: {
      maxMessageBytes: delivery.websocketLimits?.maxMessageBytes || DEFAULT_MESSAGE_BYTES,
      inspectText: delivery.websocketLimits?.inspectText ?? false,
    },
    tls: config.tls ?? null,
  });
}

function rateLimitOf(
  policy: edgeV1.Policy,
  entitlements: NonNullable<edgeV1.SiteConfig['entitlements']>,
  mode: SiteMode,
): number {
  if (!policy.rateLimiting || !entitlements.rateLimiting || mode === 'Off') return 0;
  return Math.min(policy.rateLimitRequests, entitlements.maxRateLimitRequests ?? Number.POSITIVE_INFINITY);
}

/** Views by what makes them differ: most of thousands of sites have the same mode and level, and no exclusion. */
const views = new WeakMap<CompiledRuleSet, LRUCache<string, SiteRuleSet>>();
const MAX_VIEWS = 1_000;

export function rulesFor(ruleSet: CompiledRuleSet, overlay: RuleSetOverlay): SiteRuleSet {
  let known = views.get(ruleSet);
  if (known === undefined) {
    known = new LRUCache({ max: MAX_VIEWS });
    views.set(ruleSet, known);
  }
  const key = JSON.stringify(overlay);
  let view = known.get(key);
  if (view === undefined) {
    view = ruleSet.withOverlay(overlay);
    known.set(key, view);
  }
  return view;
}

function overlayOf(policy: edgeV1.Policy, mode: SiteMode): RuleSetOverlay {
  return {
    mode,
    tx: { blocking_paranoia_level: String(policy.paranoiaLevel) },
    exclusions: policy.exclusions.map((exclusion) => ({
      name: exclusion.name,
      by: exclusion.by.case === 'tag' ? { tag: exclusion.by.value } : { id: exclusion.by.value ?? '' },
      ...(exclusion.target === '' ? {} : { target: exclusion.target }),
      ...(exclusion.pathPrefix === '' ? {} : { pathPrefix: exclusion.pathPrefix }),
    })),
  };
}
