/** What both sign-up pages ask for; `confirmPassword` is not sent. */
export interface AccountForm {
  full_name: string;
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
}

/** The rules are no part of what a page loads before it shows. */
export const loadAccountResolver = () =>
  import('./account-schema.ts').then(({ accountResolver }) => accountResolver);

export const emptyAccount: AccountForm = {
  full_name: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
};
