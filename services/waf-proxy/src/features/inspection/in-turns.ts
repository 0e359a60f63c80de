import {
  type Interruption,
  type PhaseAnswer,
  type SlicedTransaction,
  UNFINISHED,
} from '@palisade/waf-engine';
import type { PhaseResult, Verdict } from '../../request/verdict.ts';
import { engineFailed } from './engine.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

export const CLIENT_LEFT = { status: 0, reason: 'client_left', drop: true } as const;

/** Goes on with what a phase has said: at once, or when it has had the turns that it needs. */
export function whenAnswered(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
  answer: PhaseAnswer,
  then: (interruption: Interruption | null) => PhaseResult,
): PhaseResult {
  return answer === UNFINISHED ? inTurns(context, edge, transaction, then) : then(answer);
}

/** Waits for a phase that takes more than one slice, and continues with its verdict. */
function inTurns(
  context: InspectedRequest,
  edge: InspectionServices,
  transaction: SlicedTransaction,
  then: (interruption: Interruption | null) => PhaseResult,
): Promise<Verdict | null> {
  return new Promise((resolve) => {
    const { lifetime } = context;
    const left = () => resolve({ ...CLIENT_LEFT, action: context.action });
    lifetime.whenAbandoned(left);
    edge.ruleTurns.resume({
      request: context,
      transaction,
      isWanted: () => !lifetime.isOver && !context.finished,
      done(interruption) {
        lifetime.release(left);
        try {
          resolve(then(interruption));
        } catch (error) {
          resolve(engineFailed(context, edge, error));
        }
      },
      failed(error) {
        lifetime.release(left);
        resolve(engineFailed(context, edge, error));
      },
    });
  });
}
