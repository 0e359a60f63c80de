/** Why a request without a rule behind it was judged as it was, by the edge's action. */
export const verdictReasons: Readonly<Record<string, string>> = {
  reject: 'The request itself was not well formed, so it was refused before any rule was asked.',
  challenge: 'The visitor was asked to prove that it is a browser, and did not answer.',
  rate_limit: 'This address sent more requests in a minute than the rate limit allows.',
  ban: 'This address broke the rate limit, or was banned by hand; the ban lasts until it runs out or is lifted.',
  geo: 'Requests from this country are blocked in the domain’s WAF policy.',
  ip_list: 'This address is on the block list of the domain’s WAF policy.',
  bot: 'The client presents itself as a bot, or behaves like one, and bot protection is on.',
  ddos: 'This address took part in a flood that DDoS protection stopped.',
};
