import type { edgeV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';
import type { KillSwitch } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import type { AskedFields, CompiledRuleSet } from '@palisade/waf-engine';
import type { RequestContext } from './request-context.ts';
import type { Site } from './site.ts';
import type { PhaseResult } from './verdict.ts';

/** A verified site document with its plan applied, from which features compile their part of a site. */
export interface SiteSource {
  readonly config: edgeV1.SiteConfig;
  readonly settings: Readonly<SiteSettings>;
  readonly plan: Entitlements;
  /** The site's mode is not `Off`. */
  readonly isOn: boolean;
  /** Null: this node runs without rules. */
  readonly ruleSet: CompiledRuleSet | null;
  /** Further rule sets that the operator has installed, by name. */
  readonly releases: ReadonlyMap<string, CompiledRuleSet>;
}

/** Counter names with their help texts for `/metrics`. Counters only rise while a worker lives. */
export type CounterHelp = Readonly<Record<string, string>>;
export type CountersOf<Help extends CounterHelp> = { -readonly [Name in keyof Help]: number };

/**
 * One capability of the edge, exported by its folder as one object. `Part`: what requests read of a site; `Services`:
 * what its phase needs of the worker.
 */
export interface Feature<Part extends object = object, Services = unknown> {
  readonly name: string;
  /** Switches with which operators turn it, or a part of it, off on all nodes; none: it cannot be turned off. */
  readonly killSwitches: readonly KillSwitch[];
  /** Builds what requests read of a site. All parsing and compiling happens here, none during requests. */
  compile(source: SiteSource): Part;
  /** The part without what these switches turn off, its own or those of others. */
  withSwitchesOff?(part: Part, off: ReadonlySet<KillSwitch>): Part;
  /** Whether clients of such a site may be asked for a proof of work. */
  mayChallenge?(part: Part): boolean;
  /** Fields of the body that it needs; null: none. */
  bodyFields?(part: Part): AskedFields | null;
  /** Its counters with their help texts. */
  readonly counters: CounterHelp;
  /** Its step in the request's way; null passes on to the next feature. */
  phase?(request: RequestContext<Site & Part>, services: Services): PhaseResult;
  /** Called at the end of every request, whatever happened, before the record is written. */
  ended?(request: RequestContext<Site & Part>, services: Services): void;
}
