import { type ComponentProps, lazy, Suspense } from 'react';

// Loaded when a user asks for a feature that the plan lacks.
const load = () => import('./upgrade-required-dialog.tsx');
const Required = lazy(async () => ({ default: (await load()).UpgradeRequiredDialog }));
const MoreRules = lazy(async () => ({ default: (await load()).MoreRulesDialog }));
const MoreStreams = lazy(async () => ({ default: (await load()).MoreStreamsDialog }));

export const UpgradeRequiredDialog = (props: ComponentProps<typeof Required>) => (
  <Suspense>
    <Required {...props} />
  </Suspense>
);
export const MoreRulesDialog = (props: ComponentProps<typeof MoreRules>) => (
  <Suspense>
    <MoreRules {...props} />
  </Suspense>
);
export const MoreStreamsDialog = (props: ComponentProps<typeof MoreStreams>) => (
  <Suspense>
    <MoreStreams {...props} />
  </Suspense>
);
