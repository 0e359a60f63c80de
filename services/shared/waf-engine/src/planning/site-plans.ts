import type { Program } from '../compiler/program.ts';
import type { SiteExclusions, SiteView } from '../compiler/site-view.ts';
import { encodeUtf8 } from '../seclang/byte-text.ts';
import { TxValues } from '../transaction/tx-values.ts';
import { excludedRules, planSite } from './plan-site.ts';

/** More kinds of sites than this share less, but no site waits longer or gets another answer. */
const MAX_SHARED = 256;

type Planned = Pick<SiteView, 'tx' | 'plan'>;

/** Sites that set the same values and leave the same rules out share one plan; most sites of an installation do. */
export class SitePlans {
  readonly #planned = new Map<string, Planned>();
  readonly #settling: boolean;

  /** `settling` off: every rule is asked, for comparison. */
  constructor(settling: boolean) {
    this.#settling = settling;
  }

  planFor(
    program: Program,
    values: Readonly<Record<string, string>>,
    exclusions: SiteExclusions | null,
  ): Planned {
    const pairs = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([pairs, excludedRules(program, exclusions)]);
    const known = this.#planned.get(key);
    if (known !== undefined) return known;
    const tx = TxValues.of(pairs.map(([name, value]) => [encodeUtf8(name), encodeUtf8(value)] as const));
    const plan = this.#settling
      ? planSite(program, { mode: program.settings.mode, tx, exclusions })
      : program.phases.map((phase) => phase.plan);
    const planned = { tx, plan };
    if (this.#planned.size < MAX_SHARED) this.#planned.set(key, planned);
    return planned;
  }
}
