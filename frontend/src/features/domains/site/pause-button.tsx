import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useUpdateDomainMutation } from '../../../entities/domain/domains-api.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

/** Pauses a site after confirmation, and resumes it. */
export function PauseButton({ domain }: { domain: Domain }) {
  const [update, { isLoading }] = useUpdateDomainMutation();
  const [asking, setAsking] = useState(false);
  const change = (is_active: boolean) =>
    attempt(update({ id: domain.id, domainUpdate: { is_active } }).unwrap(), {
      success: is_active
        ? `${domain.domain_name} is served again`
        : `${domain.domain_name} is paused: the edge does not serve it`,
      failure: is_active ? 'Failed to resume the site' : 'Failed to pause the site',
    });
  return (
    <>
      <Button
        variant={domain.paused ? 'primary' : 'danger-quiet'}
        size="sm"
        busy={isLoading}
        icon={domain.paused ? <Play className="size-4" /> : <Pause className="size-4" />}
        onClick={() => (domain.paused ? change(true) : setAsking(true))}
      >
        {domain.paused ? 'Resume this site' : 'Pause this site'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Pause ${domain.domain_name}?`}
        confirmLabel="Pause"
        onConfirm={() => {
          setAsking(false);
          change(false);
        }}
        onCancel={() => setAsking(false)}
      >
        The edge stops serving this site until you resume it. Its configuration and logs are kept. Point its
        DNS elsewhere first, or visitors will see an error.
      </ConfirmDialog>
    </>
  );
}
