import { NODE_ALIVE_MS, type SeenNode } from '@palisade/edge-state';
import type { EdgeDnsSettings, EdgeDnsView } from '../../config/edge-dns-settings.ts';

export interface Addresses {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

/** Why a node gets no new visitors; null: it does. */
export type Absence = 'silent' | 'draining' | 'no worker listens' | null;

/** So many looks in a row must miss a node: after Redis was emptied, nodes report again one after another. */
const SILENT_LOOKS = 3;

/** Which nodes may have visitors, look by look. */
export class NodesInService {
  private readonly missed = new Map<string, number>();

  /** @returns for each node that the operator has named, why it is left out */
  look(names: readonly string[], seen: readonly SeenNode[]): Map<string, Absence> {
    const byName = new Map(seen.map((node) => [node.node, node]));
    return new Map(names.map((name) => [name, this.absenceOf(name, byName.get(name))]));
  }

  private absenceOf(name: string, node: SeenNode | undefined): Absence {
    if (node === undefined || node.silentMs > NODE_ALIVE_MS) {
      const missed = (this.missed.get(name) ?? SILENT_LOOKS) + 1;
      this.missed.set(name, missed);
      return missed >= SILENT_LOOKS ? 'silent' : null;
    }
    this.missed.set(name, 0);
    if (node.draining || node.stopping === true) return 'draining';
    return node.workersListening === 0 ? 'no worker listens' : null;
  }
}

/** What a view answers with; null: no node is in service, and what it answers stays. */
export function answersOf(
  { nodes }: Pick<EdgeDnsSettings, 'nodes'>,
  { regions }: Pick<EdgeDnsView, 'regions'>,
  absences: ReadonlyMap<string, Absence>,
): Addresses | null {
  const inService = Object.entries(nodes).filter(([name]) => absences.get(name) === null);
  if (inService.length === 0) return null;
  const nearest = regions.find((region) => inService.some(([, node]) => node.region === region));
  const chosen = inService.filter(([, node]) => nearest === undefined || node.region === nearest);
  return {
    ipv4: chosen.flatMap(([, { ipv4 }]) => ipv4).sort(),
    ipv6: chosen.flatMap(([, { ipv6 }]) => ipv6).sort(),
  };
}
