// Sign-up and a change of password ask for different lengths, as specified; the API says the same (`password.schema.ts` of auth).

/** Of a new account. */
export const MIN_PASSWORD_LENGTH = 6;

/** Of a changed password. */
export const MIN_NEW_PASSWORD_LENGTH = 8;
export const NEW_PASSWORD_HINT = `At least ${MIN_NEW_PASSWORD_LENGTH} characters`;
