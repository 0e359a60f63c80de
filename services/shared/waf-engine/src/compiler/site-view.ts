import type { ByteString, EngineMode } from '../api.ts';
import type { CompiledTarget } from './program.ts';

/** A site's overlay, resolved against the rule set: small, frozen, shared by the site's transactions. */
export interface SiteView {
  readonly mode: EngineMode;
  readonly tx: ReadonlyMap<string, ByteString>;
  /** By rule index. */
  readonly exclusions: ReadonlyMap<number, readonly SiteExclusion[]>;
}

export interface SiteExclusion {
  readonly name: string;
  /** `null`: the whole rule. */
  readonly target: CompiledTarget | null;
  readonly pathPrefix: string | null;
}
