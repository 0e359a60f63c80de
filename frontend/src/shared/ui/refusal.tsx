import { Notice } from './notice.tsx';

/** Why a question's answer was refused, inside its dialog: a passing message is gone before it is read twice. */
export function Refusal({ reason }: { reason: string | null }) {
  return (
    reason !== null && (
      <Notice tone="danger" role="alert" className="mt-4">
        {reason}
      </Notice>
    )
  );
}
