import { useState } from 'react';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { useDrainEdgeNodeMutation, useTakeBackEdgeNodeMutation } from '../api/admin-api.ts';

const FAILURE = 'Failed to drain it';

/** Drains an edge node, or ends its drain. */
export function DrainButton({ node, isDrained }: { node: string; isDrained: boolean }) {
  const [drain, draining] = useDrainEdgeNodeMutation();
  const [takeBack, takingBack] = useTakeBackEdgeNodeMutation();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (isDrained)
    return (
      <Button
        size="sm"
        variant="secondary"
        busy={takingBack.isLoading}
        aria-label={`Return ${node} to service`}
        onClick={() =>
          attempt(takeBack({ node }).unwrap(), {
            success: `${node} is returned to service`,
            failure: 'Failed to return it to service',
          })
        }
      >
        Return to service
      </Button>
    );
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Drain ${node}`}
        onClick={() => {
          setRefusal(null);
          setAsking(true);
        }}
      >
        Drain
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Drain ${node}?`}
        confirmLabel="Drain"
        busy={draining.isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const done = await attempt(drain({ node }).unwrap(), {
            success: `${node} will report that it is not ready`,
            failure: FAILURE,
            refused: (error) => {
              setRefusal(messageOf(error, FAILURE));
              return true;
            },
          });
          if (done) setAsking(false);
        }}
      >
        <p>
          It reports that it is not ready, so load balancers send it no new visitors, and still serves
          requests that arrive. This persists across restarts until you return it to service here.
        </p>
        {refusal && (
          <Notice tone="danger" role="alert" className="mt-4">
            {refusal}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
