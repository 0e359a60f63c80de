import { STEPS_PER_SLICE } from '@palisade/waf-engine';
import type { ReadTurns } from '../../request/read-turns.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

/** In which turns frames of this WebSocket's client are read. @param areJudged its messages are shown to rules. */
export function frameTurns(
  context: InspectedRequest,
  edge: Pick<InspectionServices, 'ruleTurns'>,
  areJudged: boolean,
): ReadTurns {
  return areJudged ? new SharedTurns(context, edge) : new OwnTurns(context, edge);
}

/** Messages of all clients together have so much in a turn, and those of nobody who comes while others wait. */
class SharedTurns implements ReadTurns {
  private readonly context: InspectedRequest;
  private readonly edge: Pick<InspectionServices, 'ruleTurns'>;

  constructor(context: InspectedRequest, edge: Pick<InspectionServices, 'ruleTurns'>) {
    this.context = context;
    this.edge = edge;
  }

  begin(): boolean {
    const { ruleTurns } = this.edge;
    return ruleTurns.isFree && !ruleTurns.isSpent;
  }

  get isSpent(): boolean {
    return this.edge.ruleTurns.isSpent;
  }

  spend(steps: number): void {
    this.edge.ruleTurns.spend(steps);
  }

  wait(resume: () => void): void {
    waitInLine(this.context, this.edge, resume);
  }
}

/** Gives each read a budget of its own, for frames that are not inspected; only reads of tiny frames need more. */
class OwnTurns implements ReadTurns {
  private readonly context: InspectedRequest;
  private readonly edge: Pick<InspectionServices, 'ruleTurns'>;
  private left = STEPS_PER_SLICE;

  constructor(context: InspectedRequest, edge: Pick<InspectionServices, 'ruleTurns'>) {
    this.context = context;
    this.edge = edge;
  }

  begin(): boolean {
    this.left = STEPS_PER_SLICE;
    return true;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(steps: number): void {
    this.left -= steps;
  }

  wait(resume: () => void): void {
    waitInLine(this.context, this.edge, () => {
      this.left = STEPS_PER_SLICE;
      resume();
    });
  }
}

/** Among all whose rules take long. */
function waitInLine(
  request: InspectedRequest,
  { ruleTurns }: Pick<InspectionServices, 'ruleTurns'>,
  resume: () => void,
): void {
  ruleTurns.resume({
    request,
    transaction: { resume: () => null },
    isWanted: () => !request.finished,
    done: resume,
    failed(error) {
      throw error;
    },
  });
}
