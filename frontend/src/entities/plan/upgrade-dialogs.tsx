import { type ComponentProps, lazy, Suspense } from 'react';

// What a plan lacks is said to whoever asks for it; nobody loads it before.
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
