import { NODE_ALIVE_MS, type SeenNode } from '@palisade/edge-state';
import type { EdgeDnsSettings, EdgeDnsView } from '../../config/edge-dns-settings.ts';
import type { Addresses } from '../../dns-updates/address-changes.ts';

/**
 * Why a node gets no new visitors; null: it gets them.
 *
 *   not known yet  may still report for the first time
 *   cut off        silent together with all others, so it probably still serves
 */
export type Absence = 'silent' | 'draining' | 'no worker listens' | 'not known yet' | 'cut off' | null;

/** Consecutive checks that must miss a node; after Redis was emptied, nodes report again one after another. */
const SILENT_LOOKS = 3;
/**
 * If all nodes fall silent within this many checks, they are cut off from Redis rather than dead, and still serve; they
 * do so one by one because each reports at a different moment.
 */
const CUT_OFF_LOOKS = 15;

interface Missed {
  looks: number;
  /** Whether it was in service at an earlier check of this process. */
  wasInService: boolean;
}

/** Decides at each check which nodes may have visitors. */
export class NodesInService {
  private readonly missed = new Map<string, Missed>();
  /** Consecutive checks without a node in service. */
  private emptyLooks = 0;

  /** @returns for each configured node why it is left out, or null */
  look(names: readonly string[], seen: readonly SeenNode[]): Map<string, Absence> {
    const byName = new Map(seen.map((node) => [node.node, node]));
    const absences = new Map(names.map((name) => [name, this.absenceOf(name, byName.get(name))]));
    this.emptyLooks = [...absences.values()].includes(null) ? 0 : this.emptyLooks + 1;
    if (this.emptyLooks > 0) this.markCutOff(absences);
    return absences;
  }

  private absenceOf(name: string, node: SeenNode | undefined): Absence {
    const before = this.missed.get(name);
    if (node === undefined || node.silentMs > NODE_ALIVE_MS) {
      const wasInService = before?.wasInService ?? false;
      const looks = (before?.looks ?? 0) + 1;
      this.missed.set(name, { looks, wasInService });
      if (looks >= SILENT_LOOKS) return 'silent';
      return wasInService ? null : 'not known yet';
    }
    const absence = absenceByReport(node);
    this.missed.set(name, { looks: 0, wasInService: absence === null });
    return absence;
  }

  private markCutOff(absences: Map<string, Absence>): void {
    for (const [name, absence] of absences) {
      const { looks, wasInService } = this.missed.get(name)!;
      if (absence === 'silent' && wasInService && looks - this.emptyLooks < CUT_OFF_LOOKS)
        absences.set(name, 'cut off');
    }
  }
}

function absenceByReport({ draining, stopping, workersListening }: SeenNode): Absence {
  if (draining || stopping === true) return 'draining';
  return workersListening === 0 ? 'no worker listens' : null;
}

/** The answers of a view; null: keep the present ones, because no node is in service or this is about to be known. */
export function answersOf(
  { nodes }: Pick<EdgeDnsSettings, 'nodes'>,
  { regions }: Pick<EdgeDnsView, 'regions'>,
  absences: ReadonlyMap<string, Absence>,
): Addresses | null {
  if ([...absences.values()].includes('not known yet')) return null;
  const withAbsence = (wanted: Absence) =>
    Object.entries(nodes).filter(([name]) => absences.get(name) === wanted);
  const well = withAbsence(null);
  const inService = well.length > 0 ? well : withAbsence('cut off');
  if (inService.length === 0) return null;
  const nearest = regions.find((region) => inService.some(([, node]) => node.region === region));
  const chosen = inService.filter(([, node]) => nearest === undefined || node.region === nearest);
  return {
    ipv4: chosen.flatMap(([, { ipv4 }]) => ipv4).sort(),
    ipv6: chosen.flatMap(([, { ipv6 }]) => ipv6).sort(),
  };
}
