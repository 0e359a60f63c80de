/** What e-mail addresses are compared by: nobody registers twice by writing an address differently. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** What user names are compared by. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();
