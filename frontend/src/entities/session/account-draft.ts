/** A newcomer's entries, kept while the tab is open. Never a password. */
interface AccountDraft {
  full_name: string;
  username: string;
  email: string;
  /** The slug of the plan that was chosen last. */
  plan: string | null;
}

const KEY = 'register_draft';
const EMPTY: AccountDraft = { full_name: '', username: '', email: '', plan: null };

export function readDraft(): AccountDraft {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}');
    return { ...EMPTY, ...(typeof kept === 'object' && kept) };
  } catch {
    return EMPTY;
  }
}

/** Storage that is forbidden or full keeps nothing: the wizard works on without the memory. */
export function keepDraft({ full_name, username, email, plan }: AccountDraft): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ full_name, username, email, plan }));
  } catch {
    // As above.
  }
}

export function forgetDraft(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** The guest who pays without an account; `null`: no address was entered. */
export function guestOf({ email, full_name, username }: Omit<AccountDraft, 'plan'>) {
  const address = email.trim();
  return address === '' ? null : { email: address, name: full_name.trim() || username.trim() };
}
