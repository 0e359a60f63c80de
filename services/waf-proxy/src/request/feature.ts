import type { edgeV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';
import type { KillSwitch } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import type { AskedFields, CompiledRuleSet } from '@palisade/waf-engine';
import type { RequestContext } from './request-context.ts';
import type { Site } from './site.ts';
import type { PhaseResult } from './verdict.ts';

/** A verified document of a site, with its plan applied: what features compile their parts of a site from. */
export interface SiteSource {
  readonly config: edgeV1.SiteConfig;
  readonly settings: Readonly<SiteSettings>;
  readonly plan: Entitlements;
  /** The site's mode is not `Off`. */
  readonly isOn: boolean;
  /** Null: this node runs no rules. */
  readonly ruleSet: CompiledRuleSet | null;
  /** What the operator has installed besides, by name. */
  readonly releases: ReadonlyMap<string, CompiledRuleSet>;
}

/** Names of counters with what they count, as `/metrics` says it. They only rise while a worker lives. */
export type CounterHelp = Readonly<Record<string, string>>;
export type CountersOf<Help extends CounterHelp> = { -readonly [Name in keyof Help]: number };

/**
 * One thing that the edge does for sites, exported by its folder as one object. `Part`: what requests read of a site;
 * `Services`: what its phase needs of the worker.
 */
export interface Feature<Part extends object = object, Services = unknown> {
  readonly name: string;
  /** With what operators take it, or a part of it, out on all nodes; none: it holds always. */
  readonly killSwitches: readonly KillSwitch[];
  /** What requests read of a site. Everything is parsed and compiled here, and nothing afterwards. */
  compile(source: SiteSource): Part;
  /** What is left of the part while such switches are thrown, its own or others'. */
  withSwitchesOff?(part: Part, off: ReadonlySet<KillSwitch>): Part;
  /** Whether a client of such a site may be asked for a proof of work. */
  mayChallenge?(part: Part): boolean;
  /** What it asks of bodies; null: nothing. */
  bodyFields?(part: Part): AskedFields | null;
  /** Names of its counters, with what they count. */
  readonly counters: CounterHelp;
  /** Its turn in a request's way; null lets the next feature have its own. */
  phase?(request: RequestContext<Site & Part>, services: Services): PhaseResult;
  /** Told of every request's end, whatever happened to it, before the record is written. */
  ended?(request: RequestContext<Site & Part>, services: Services): void;
}
