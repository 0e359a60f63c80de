import { CodeXml } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonProps } from '../../shared/ui/button.tsx';
import type { ApiCall } from './calls.ts';

const CallDialog = lazy(() => import('./call-dialog.tsx'));

/** Beside an action: shows which call of the API does the same, with what is entered now. */
export function CallButton({
  call,
  ...button
}: { call: () => ApiCall } & Pick<ButtonProps, 'size' | 'className' | 'variant'>) {
  const [shown, setShown] = useState<ApiCall | null>(null);
  return (
    <>
      <Button
        variant="ghost"
        icon={<CodeXml className="size-4" />}
        {...button}
        onClick={() => setShown(call())}
      >
        Show the call
      </Button>
      {shown && (
        <Suspense>
          <CallDialog call={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
