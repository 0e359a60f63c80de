import type { edgeV1 } from '@palisade/contracts';
import { fromMessage } from '@palisade/entitlements/wire';
import { delivery, type SiteToggles, togglesOf } from '@palisade/site-policy';
import { rulesUnderPlan, type SiteSettings, settingsUnderPlan } from '@palisade/site-policy/wire';
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

export type SiteMode = SiteSettings['mode'];

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
  readonly blocked: AddressList;
  readonly blockedCountries: ReadonlySet<string>;
  /** Requests per client and minute; 0: no limit. */
  readonly rateLimit: number;
  /** The owner's plain switches, by their own names. */
  readonly toggles: SiteToggles;
  readonly retentionDays: number;
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

/** For a document that is older than the limit. */
const DEFAULT_MESSAGE_BYTES = delivery.fields.websocket_max_message_kb.default * 1024;

/**
 * Compiles a valid, verified document. The plan was applied when it was published; what goes beyond it all the same is
 * left out here, whatever the document says.
 * Throws what the rule engine throws on exclusions that it cannot compile, and on custom rules that cannot be; the caller keeps the last good site then.
 */
export function compileSite(config: edgeV1.SiteConfig, ruleSet: CompiledRuleSet | null): CompiledSite {
  const { origin, policy, entitlements } = config;
  if (!origin || !policy || !config.delivery || !entitlements) {
    throw new Error('an incomplete document passed validation');
  }
  const plan = fromMessage(entitlements);
  const settings = settingsUnderPlan(config, plan);
  const { mode } = settings;
  const isOn = mode !== 'Off';
  const target = primaryTarget(config, origin);
  const ruleOverlay = overlayOf(policy, mode);
  const runsRules = ruleSet !== null && settings.enable_managed_rules && isOn;
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
    failClosed: settings.on_engine_failure === 'closed',
    allowed: new AddressList(settings.allowed_ips),
    blocked: new AddressList(settings.blocked_ips),
    blockedCountries: new Set(settings.enable_geo_blocking && isOn ? settings.blocked_countries : []),
    rateLimit: settings.enable_rate_limiting && isOn ? settings.rate_limit_requests : 0,
    toggles: togglesOf(settings),
    retentionDays: plan.logRetentionDays,
    compression: settings.enable_compression,
    cache: settings.enable_caching ? cachePolicyOf(settings) : null,
    bots: settings.enable_bot_protection && isOn ? botPolicyOf(settings) : null,
    ddosLevel: settings.enable_ddos_protection && isOn ? settings.ddos_protection_level : 'none',
    uploadScan: isOn ? uploadScanOf(settings) : null,
    pathRateLimits: isOn
      ? settings.path_rate_limits.map((limit) => pathRateLimitOf(config.siteId, limit))
      : [],
    customRules: isOn ? compileCustomRules(rulesUnderPlan(policy.customRules, plan)) : null,
    webSocket: {
      maxMessageBytes: settings.websocket_max_message_kb * 1024 || DEFAULT_MESSAGE_BYTES,
      inspectText: settings.websocket_inspect_text,
    },
    tls: config.tls ?? null,
  });
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
