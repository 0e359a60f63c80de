import { NODE_ALIVE_MS, type SeenNode } from '@palisade/edge-state';
import type { EdgeDnsSettings, EdgeDnsView } from '../../config/edge-dns-settings.ts';
import type { Addresses } from '../../dns-updates/address-changes.ts';

/**
 * Why a node gets no new visitors; null: it does.
 *
 *   not known yet  it may still report for the first time
 *   cut off        it has fallen silent with all others, and serves on most likely
 */
export type Absence = 'silent' | 'draining' | 'no worker listens' | 'not known yet' | 'cut off' | null;

/** So many looks in a row must miss a node: after Redis was emptied, nodes report again one after another. */
const SILENT_LOOKS = 3;
/**
 * Nodes that all fall silent within so many looks are cut off from Redis rather than dead, and serve on: they went one after another only
 * because each reports at a moment of its own.
 */
const CUT_OFF_LOOKS = 15;

interface Missed {
  looks: number;
  /** Whether it has been in service since this process looks. */
  wasInService: boolean;
}

/** Which nodes may have visitors, look by look. */
export class NodesInService {
  private readonly missed = new Map<string, Missed>();
  /** Looks in a row that have found no node in service. */
  private emptyLooks = 0;

  /** @returns for each node that the operator has named, why it is left out */
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

/** What a view answers with; null: no node is in service, or what one is shows in a moment, and what it answers stays. */
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
