import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { User } from '../../shared/api/types.ts';
import { toast } from '../../shared/ui/toast.ts';
import { carryOutRemovals } from '../../shared/ui/use-undoable.ts';
import { mfaSetupLink, paths } from '../page/paths.ts';
import {
  type LoginRequest,
  type RegisterRequest,
  useLoginMutation,
  useLogoutMutation,
  useRegisterMutation,
} from './auth-api.ts';
import { givenToken, signedIn, signedOut } from './session-slice.ts';

interface AfterSignIn {
  /** Stay on the page: the caller goes on by itself. */
  stay?: boolean;
  /** An own path to go to instead of the user's home. */
  redirect?: string | null;
}

export type LoginOutcome = { requiresMfa: true } | { requiresMfa: false; user: User };

/** Where someone lands after signing in. */
export function homeOf(user: User): string {
  // An administrator who has no rights yet, for want of a second factor.
  if (user.mfa_setup_required) return mfaSetupLink;
  return user.is_admin ? paths.admin : paths.dashboard;
}

/** Signing in, up and out. Failures reject with RTK Query's error, for the form to show. */
export function useAuthActions() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [postLogin] = useLoginMutation();
  const [postRegister] = useRegisterMutation();
  const [postLogout] = useLogoutMutation();

  const enter = useCallback(
    (
      answer: { access_token: string | null; expires_in?: number | null; user: User | null },
      greeting: string,
      { stay, redirect }: AfterSignIn,
    ): User => {
      if (!answer.access_token || !answer.user) throw new Error('The server answered without a session');
      dispatch(signedIn({ ...givenToken(answer.access_token, answer.expires_in), user: answer.user }));
      if (!stay) {
        toast.success(greeting);
        navigate(redirect ?? homeOf(answer.user));
      }
      return answer.user;
    },
    [dispatch, navigate],
  );

  const login = useCallback(
    async (credentials: LoginRequest, after: AfterSignIn = {}): Promise<LoginOutcome> => {
      const answer = await postLogin({ loginRequest: credentials }).unwrap();
      if (answer.requires_mfa) return { requiresMfa: true };
      return { requiresMfa: false, user: enter(answer, 'Welcome back!', after) };
    },
    [postLogin, enter],
  );

  const register = useCallback(
    async (registration: RegisterRequest, after: AfterSignIn = {}): Promise<User> =>
      enter(
        await postRegister({ registerRequest: registration }).unwrap(),
        'Account created successfully!',
        after,
      ),
    [postRegister, enter],
  );

  const logout = useCallback(() => {
    carryOutRemovals();
    // Signing out does not wait for the server: it must work offline too.
    postLogout();
    dispatch(signedOut());
    navigate(paths.home);
    toast.success('Logged out successfully');
  }, [postLogout, navigate, dispatch]);

  return { login, register, logout };
}
