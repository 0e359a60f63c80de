import { useLayoutEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type AccountForm, loadAccountResolver } from '../../entities/session/account-form.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import type { RegisterWizard } from './use-register-wizard.ts';

type Wizard = Pick<RegisterWizard, 'account' | 'setAccount' | 'setForm'>;

/**
 * Holds the account's form while the wizard goes from step to step; a part of its own, so that the plans show without the
 * library of forms. Renders nothing.
 */
export default function AccountFormKeeper({ wizard: { account, setAccount, setForm } }: { wizard: Wizard }) {
  const form = useForm<AccountForm>({
    resolver: useLazyResolver(loadAccountResolver),
    defaultValues: account,
  });
  const { watch } = form;
  useLayoutEffect(() => {
    setForm(form);
    const { unsubscribe } = watch((entered) => setAccount((before) => ({ ...before, ...entered })));
    return unsubscribe;
  }, [form, watch, setForm, setAccount]);
  return null;
}
