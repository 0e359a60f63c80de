import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { useCreateOrderMutation, useGetPayPalConfigState } from '../../entities/plan/billing-api.ts';
import { guestClaim } from '../../entities/plan/guest-claim.ts';
import { useGuestPayment } from '../../entities/plan/use-guest-payment.ts';
import { forgetDraft, guestOf, keepDraft, readDraft } from '../../entities/session/account-draft.ts';
import { type AccountForm, emptyAccount } from '../../entities/session/account-form.ts';
import { sessionKeys } from '../../entities/session/session-keys.ts';
import { useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { useLater } from '../../shared/hooks/use-later.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { storage } from '../../shared/lib/storage.ts';
import { toast } from '../../shared/ui/toast.ts';
import { readRegistrationFailure } from './registration-failure.ts';
import { usePlansToPay } from './use-plans-to-pay.ts';
import { useWizardPlan } from './use-wizard-plan.ts';
import { useWizardStep } from './use-wizard-step.ts';

export type { WizardStep } from './use-wizard-step.ts';

const AFTER_LOGIN_MS = 500;
const BEFORE_PAYMENT_MS = 100;
const BEFORE_LOGIN_RETRY_MS = 1000;
const EXISTING_TOAST_MS = 6000;

const loginAndBackTo = (path: string) => `${paths.login}?redirect=${encodeURIComponent(path)}`;

function enteredBefore(): AccountForm {
  const { full_name, username, email } = readDraft();
  return { ...emptyAccount, full_name, username, email };
}

/** Steps, transitions and timings of the register-with-plan wizard. */
export function useRegisterWizard() {
  const [parameters] = useSearchParams();
  const { pathname, search } = useLocation();
  /** Named by the link of a guest's receipt: what is left to do is the account. */
  const paidOrder = parameters.get('order');
  const navigate = useNavigate();
  const later = useLater();
  const { user } = useSession();
  const { login, register } = useAuthActions();
  const { plans, isLoading, isError, refetch } = usePlansToPay(user !== null);
  const { plan, wanted, choosePlan } = useWizardPlan(plans);
  const { step, goTo } = useWizardStep({ wanted, plan });
  // PayPal's buttons ask; a second one who asks would ask again after a failure, and take its notice away.
  const { data: paypal } = useGetPayPalConfigState();
  const [busy, showBusy] = useState(false);
  // A second press may come before the button is shown as busy.
  const underWay = useRef(false);
  const setBusy = (value: boolean) => {
    underWay.current = value;
    showBusy(value);
  };
  const takeGuestPayment = useGuestPayment();
  const [createOrder] = useCreateOrderMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [account, setAccount] = useState(enteredBefore);
  // Comes with the account step, and stays from then on: who never gets there does not load it. See account-form-keeper.tsx.
  const [form, setForm] = useState<UseFormReturn<AccountForm> | null>(null);
  const free = plan !== undefined && (plan.price === 0 || plan.slug === 'free');

  useEffect(() => {
    if (isError) toast.error('Failed to load plans');
  }, [isError]);

  const fail = (message: string, duration?: number) => {
    setFailure(message);
    toast.error(message, duration ? { duration } : undefined);
  };

  const toPayment = (message: string) => {
    toast.success(message);
    later(BEFORE_PAYMENT_MS, () => {
      setBusy(false);
      goTo(3);
    });
  };

  const loginExisting = ({ email, password }: AccountForm) => {
    const isPaid = hasPaid();
    fail(
      isPaid
        ? 'Account already exists! Please login, and your payment is added to it.'
        : 'Account already exists! Please login to complete your payment.',
      EXISTING_TOAST_MS,
    );
    later(BEFORE_LOGIN_RETRY_MS, async () => {
      try {
        const outcome = await login({ email, password, mfa_token: null }, { stay: true });
        if (outcome.requiresMfa) throw new Error('A second factor is needed');
        setFailure(null);
        // A guest who has paid and turns out to have an account pays nothing more.
        if (isPaid) await takeOver();
        else toPayment('Logged in! Now complete your PayPal payment.');
      } catch {
        setBusy(false);
        if (isPaid) {
          toast.error('Please login with your existing account: your payment is added to it.');
          navigate(backHere);
        } else {
          toast.error('Please login with your existing account to complete payment.');
          navigate(loginAndBackTo(paths.register));
        }
      }
    });
  };

  /** A guest's payment waits for the account. */
  const hasPaid = () => paidOrder !== null || guestClaim.read(user?.id) !== null;
  const backHere = loginAndBackTo(pathname + search);

  /** Paid as a guest: the account takes the order over, and there is nothing left to pay. */
  const takeOver = async (greeting = 'Account created successfully!') => {
    await takeGuestPayment(greeting);
    forgetDraft();
    navigate(paths.dashboard);
  };

  const takePayment = async () => {
    setBusy(true);
    await takeOver('Your payment is added to your account.');
  };

  /** What follows a new account: assigning an earlier order, the free plan, or the payment. */
  const afterSignUp = async () => {
    if (hasPaid()) {
      await takeOver();
      return;
    }
    if (free) {
      forgetDraft();
      toast.success('Account created successfully!');
      navigate(paths.dashboard);
      return;
    }
    later(AFTER_LOGIN_MS, () => {
      if (storage.get(sessionKeys.token) === null) {
        setBusy(false);
        fail('Authentication failed - no token saved');
        return;
      }
      toPayment('Account created! Now complete your payment to activate your plan.');
    });
  };

  const signUp = async (account: AccountForm, next: () => Promise<void>) => {
    if (underWay.current) return;
    const { confirmPassword: _confirmation, ...registration } = account;
    setBusy(true);
    setFailure(null);
    try {
      await register(registration, { stay: true });
      await next();
    } catch (error) {
      const reason = readRegistrationFailure(
        error,
        free ? 'Registration failed' : 'Registration failed. Please try again.',
      );
      if (reason.kind === 'existing') {
        loginExisting(account);
        return;
      }
      setBusy(false);
      // Errors belong to the account step, whichever step is shown.
      if (form !== null && setServerErrors(form, error)) goTo(1);
      fail(reason.message);
    }
  };

  const submitAccount = form?.handleSubmit(
    async (account) => {
      if (!plan && paidOrder === null) goTo(2);
      else await signUp(account, afterSignUp);
    },
    // A wizard that stands on another step leads back to what has to be mended.
    () => goTo(1),
  );

  const forward = () => {
    if (!plan) {
      toast.error('Please select a plan');
      goTo(1);
      return;
    }
    if (user !== null) {
      if (free) navigate(paths.dashboard);
      else goTo(3);
      return;
    }
    // A field that was never shown is shown, without an error.
    const { username, email, password, confirmPassword } = account;
    if ([username, email, password, confirmPassword].includes('')) goTo(1);
    else submitAccount?.();
  };

  /** Pays first: what an order needs to know of its buyer is asked for, the account follows. */
  const payAsGuest = async () => {
    if (await form?.trigger(['email', 'username'])) goTo(3);
  };

  const guest = user === null ? guestOf(account) : null;
  const { full_name, username, email } = account;
  const planSlug = plan?.slug ?? null;
  useEffect(() => {
    if (planSlug !== null || username !== '' || email !== '' || full_name !== '')
      keepDraft({ full_name, username, email, plan: planSlug ?? readDraft().plan });
  }, [full_name, username, email, planSlug]);

  /** Where no money moves, an order is good without PayPal; everywhere else PayPal's button is the way. */
  const pay = async () => {
    if (!plan) {
      toast.error('Please select a plan before proceeding');
      return;
    }
    const toPaypal = () => void toast.info('Please use PayPal to complete your payment.');
    if (!paypal?.is_stand_in) return toPaypal();
    const order = async () => {
      setBusy(true);
      try {
        await createOrder({
          orderCreate: { plan_id: plan.slug, payment_method: 'paypal', billing_period: 'monthly' },
        }).unwrap();
        toast.success('Payment successful!');
        navigate(paths.dashboard);
      } catch (error) {
        toast.error(messageOf(error, 'Payment failed. Please try again.'));
      } finally {
        setBusy(false);
      }
    };
    if (user !== null) return order();
    // A guest who has filled in all of the account gets it with the order.
    return form === null ? toPaypal() : form.handleSubmit((account) => signUp(account, order), toPaypal)();
  };

  const isPaid = hasPaid();
  return {
    step,
    goTo,
    plans,
    plansLoading: isLoading,
    plansFailed: isError,
    reloadPlans: refetch,
    plan,
    choosePlan,
    free,
    account,
    setAccount,
    form,
    setForm,
    submitAccount,
    forward,
    guest,
    /** A guest's payment waits for the account: nothing is to be paid here. */
    hasPaid: isPaid,
    takePayment,
    payAsGuest: user === null && plan !== undefined && !free && !isPaid ? payAsGuest : null,
    loginLink: backHere,
    pay,
    renews: paypal?.renews,
    busy,
    failure,
    user,
  };
}

export type RegisterWizard = ReturnType<typeof useRegisterWizard>;
