import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import {
  useClaimOrderMutation,
  useCreateOrderMutation,
  useGetPayPalConfigQuery,
} from '../../entities/plan/billing-api.ts';
import { usePlanViews } from '../../entities/plan/use-plans.ts';
import { type AccountForm, emptyAccount, loadAccountResolver } from '../../entities/session/account-form.ts';
import { sessionKeys } from '../../entities/session/session-keys.ts';
import { useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { useLater } from '../../shared/hooks/use-later.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { storage } from '../../shared/lib/storage.ts';
import { toast } from '../../shared/ui/toast.ts';
import { readRegistrationFailure } from './registration-failure.ts';

export type WizardStep = 1 | 2 | 3;

const AFTER_LOGIN_MS = 500;
const BEFORE_PAYMENT_MS = 100;
const BEFORE_LOGIN_RETRY_MS = 1000;
const EXISTING_TOAST_MS = 6000;
const TO_DASHBOARD_MS = 1500;
const BACK_TO_ACCOUNT_MS = 2000;

const LOGIN_TO_PAY = `${paths.login}?redirect=${encodeURIComponent(paths.register)}`;

/** Steps, transitions and timings of the register-with-plan wizard. */
export function useRegisterWizard() {
  const [parameters] = useSearchParams();
  const wanted = parameters.get('plan');
  const navigate = useNavigate();
  const later = useLater();
  const { user, token } = useSession();
  const [arrivedSignedIn] = useState(token !== null);
  const { login, register } = useAuthActions();
  const { plans, isLoading, isError, refetch } = usePlanViews();
  const [step, setStep] = useState<WizardStep>(wanted === null ? 2 : 1);
  const { data: paypal } = useGetPayPalConfigQuery(undefined, { skip: step !== 3 });
  const [chosenSlug, setChosenSlug] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [claim, setClaim] = useState<string | null>(null);
  const [claimOrder] = useClaimOrderMutation();
  const [createOrder] = useCreateOrderMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<AccountForm>({
    resolver: useLazyResolver(loadAccountResolver),
    defaultValues: emptyAccount,
  });

  // A link may name the plan by slug or by id.
  const preselected = plans.find(({ slug, id }) => slug === wanted || String(id) === wanted);
  const plan =
    plans.find(({ slug }) => slug === chosenSlug) ?? (chosenSlug === null ? preselected : undefined);
  const free = plan !== undefined && (plan.price === 0 || plan.slug === 'free');

  useEffect(() => {
    if (isError) toast.error('Failed to load plans');
  }, [isError]);

  // Someone who comes signed in has an account: a link to a plan leads straight to its payment.
  const straightToPayment =
    arrivedSignedIn && user !== null && wanted !== null && preselected !== undefined && preselected.price > 0;
  const [wentStraight, setWentStraight] = useState(false);
  if (straightToPayment && !wentStraight && step !== 3) {
    setWentStraight(true);
    setStep(3);
  }

  const fail = (message: string, duration?: number) => {
    setFailure(message);
    toast.error(message, duration ? { duration } : undefined);
  };

  const toPayment = (message: string) => {
    toast.success(message);
    later(BEFORE_PAYMENT_MS, () => {
      setBusy(false);
      setStep(3);
    });
  };

  const loginExisting = ({ email, password }: AccountForm) => {
    fail('Account already exists! Please login to complete your payment.', EXISTING_TOAST_MS);
    later(BEFORE_LOGIN_RETRY_MS, async () => {
      try {
        const outcome = await login({ email, password, mfa_token: null }, { stay: true });
        if (outcome.requiresMfa) throw new Error('A second factor is needed');
        setFailure(null);
        toPayment('Logged in! Now complete your PayPal payment.');
      } catch {
        setBusy(false);
        toast.error('Please login with your existing account to complete payment.');
        navigate(LOGIN_TO_PAY);
      }
    });
  };

  /** Paid as a guest: the new account takes the order over, and there is nothing left to pay. */
  const takeOver = async (claimToken: string) => {
    try {
      await claimOrder({ orderClaim: { claim_token: claimToken } }).unwrap();
      toast.success('Account created successfully!');
    } catch (error) {
      // Whoever proves the address that was paid under gets the order all the same.
      console.warn('The order could not be claimed:', messageOf(error, 'no answer'));
      toast.info('Confirm your email address, and your payment is added to your account.');
    }
    navigate(paths.dashboard);
  };

  /** What comes with a new account: an order that was paid before, the free plan, or the payment. */
  const afterSignUp = async () => {
    if (claim !== null) {
      await takeOver(claim);
      return;
    }
    if (free) {
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
      // What is to be mended stands in the account, whichever step the wizard is on.
      if (setServerErrors(form, error)) setStep(1);
      fail(reason.message);
    }
  };

  const submitAccount = form.handleSubmit(
    async (account) => {
      if (!plan) setStep(2);
      else await signUp(account, afterSignUp);
    },
    // A wizard that stands on another step leads back to what has to be mended.
    () => setStep(1),
  );

  const forward = () => {
    if (!plan) {
      toast.error('Please select a plan');
      setStep(1);
      return;
    }
    if (user === null) submitAccount();
    else if (free) navigate(paths.dashboard);
    else setStep(3);
  };

  /** Pays first: what an order needs to know of its buyer is asked for, the account follows. */
  const payAsGuest = async () => {
    if (await form.trigger(['email', 'username'])) setStep(3);
  };

  const account = form.watch();
  const guest =
    user === null && account.email !== ''
      ? { email: account.email.trim(), name: account.full_name.trim() || account.username.trim() }
      : null;

  const paid = ({ claimToken }: { claimToken: string | null }) => {
    setClaim(claimToken);
    if (storage.get(sessionKeys.token) !== null) {
      later(TO_DASHBOARD_MS, () => navigate(paths.dashboard));
      return;
    }
    toast.success('Payment successful! Please complete registration to access your account.');
    later(BACK_TO_ACCOUNT_MS, () => setStep(1));
  };

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
    return form.handleSubmit((account) => signUp(account, order), toPaypal)();
  };

  return {
    step,
    goTo: setStep,
    plans,
    plansLoading: isLoading,
    plansFailed: isError,
    reloadPlans: refetch,
    plan,
    choosePlan: setChosenSlug,
    free,
    form,
    submitAccount,
    forward,
    guest,
    payAsGuest: user === null && plan !== undefined && !free && claim === null ? payAsGuest : null,
    paid,
    pay,
    busy,
    failure,
    user,
  };
}

export type RegisterWizard = ReturnType<typeof useRegisterWizard>;
