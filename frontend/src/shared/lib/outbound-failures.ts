/** Why a server of the owner's could not be reached, by the API's codes: the same for webhooks, chats and log streams. */
export const OUTBOUND_FAILURES: Readonly<Record<string, string>> = {
  address_not_allowed: 'The address is not public',
  plain_http_not_allowed: 'Only https:// is allowed',
  name_not_found: 'Nothing has this name',
  timeout: 'No answer in time',
  connection_failed: 'Nobody answers there',
  tls_failed: 'Its certificate is not valid',
  redirect_not_followed: 'It redirects, which is not followed',
};
