/**
 * Everything that our pages and the edge keep in a browser. `tools/privacy-promises.spec.ts` compares it with what the code sets,
 * so that the policy names each and no other.
 */
export const browserKeeps: readonly { name: string; what: string; until: string }[] = [
  {
    name: 'Cookie palisade_refresh',
    what: 'keeps you signed in on this device',
    until: 'as long as the session',
  },
  {
    name: 'Cookie palisade_device',
    what: 'distinguishes your device from a stranger who guesses passwords or uses a stolen session',
    until: '180 days',
  },
  {
    name: 'Cookie palisade_clearance, on protected sites',
    what: 'says that the browser has passed a bot challenge',
    until: 'as set by the site’s owner, usually hours',
  },
  {
    name: 'Cookie __palisade_origin, on protected sites',
    what: 'leads a visitor to the same one of several servers',
    until: 'until the browser is closed',
  },
  {
    name: 'Local storage token, token_renew_at and user',
    what: 'are your session and your account as the pages show it',
    until: 'until you log out',
  },
  {
    name: 'Local storage remembered_email',
    what: 'fills in your address at the next login, if you asked for it',
    until: 'until you take the tick away',
  },
  {
    name: 'Local storage theme and time_zone',
    what: 'are how you want the pages to look and times to be shown',
    until: 'until you change them',
  },
  {
    name: 'Local storage notification_preferences',
    what: 'shows your mail settings at once',
    until: 'until the browser’s data is cleared',
  },
  {
    name: 'Local storage newsletter_dismissed_until and newsletter_subscribed',
    what: 'keep the newsletter window closed',
    until: 'until the browser’s data is cleared',
  },
  {
    name: 'Local storage order_claim',
    what: 'gives your new account what you paid for as a guest',
    until: 'until the account is made',
  },
  {
    name: 'Session storage register_draft and reloaded_at',
    what: 'keep what you entered at sign-up, never the password, and say that a page was loaded anew',
    until: 'until the tab is closed',
  },
  {
    name: 'Session storage support_view',
    what: 'is the customer whose dashboard an administrator sees, as that customer allowed',
    until: 'until the view ends, or the tab is closed',
  },
];
