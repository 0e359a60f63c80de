// biome-ignore-all lint/suspicious/noTemplateCurlyInString: people write it
import { browserForm, browserJson, browserParts, clientJson, get } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const chat = (text: string): HoldoutRequest =>
  browserJson('/api/v1/conversations/8812/messages', {
    type: 'text',
    text,
    clientId: 'c-77',
    at: 1764233000,
  });
const review = (title: string, text: string, stars = '4'): HoldoutRequest =>
  browserForm('/product/4711/reviews', { stars, title, text, _csrf: 'Zk81qL' });
const mail = (subject: string, text: string): HoldoutRequest =>
  clientJson('/hooks/inbound-mail', {
    from: 'Ann <ann@example.org>',
    to: ['help@shop.example'],
    subject,
    text,
    headers: { 'Message-Id': '<a1@example.org>', 'X-Mailer': 'Evolution 3.52' },
  });
const setting = (name: string, value: string): HoldoutRequest =>
  browserJson('/settings', { name, value, scope: 'project' }, 'X-CSRF-Token', 'Zk81qL');

/** What people type: chats with a help desk, mails, reviews, contracts, formulas, patterns in settings. */
export const PEOPLE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'chat: a query that is slow': chat(
    'Hi! My report hangs. The query behind it is\n\nSELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.created_at > NOW() - INTERVAL 30 DAY GROUP BY c.name HAVING COUNT(*) > 5;\n\nCan you add an index?',
  ),
  'chat: an error of MySQL': chat(
    "it says: You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'O'Brien')' at line 1. Customer is called O'Brien so I guess that's why?",
  ),
  'chat: commands to try': chat(
    'Please try this on the server:\n```\nsudo systemctl restart nginx\nsudo tail -n 100 /var/log/nginx/error.log | grep "upstream timed out"\n```\nand send us what it prints.',
  ),
  'chat: an answer with output': chat(
    '$ df -h /\nFilesystem      Size  Used Avail Use% Mounted on\n/dev/sda1        40G   39G  100M 100% /\n$ du -sh /var/log/* | sort -h | tail -3\n12G /var/log/journal',
  ),
  'chat: code of a button': chat(
    'I pasted your snippet `<button class="btn" onclick="openChat()">Chat</button>` into the footer, but nothing happens when I click. Do I need the <script> in the head too?',
  ),
  'chat: JavaScript from a console': chat(
    'Open the console (F12) and type document.cookie.split("; ").length -- if it is more than 50, clear cookies for shop.example please.',
  ),
  'chat: PHP and a notice': chat(
    "Warning: Undefined variable $total in /home/u123/public_html/wp-content/plugins/cart/cart.php on line 88. Line 88 is: echo '<td>' . number_format($total, 2) . '</td>';",
  ),
  'chat: a regular expression': chat(
    'Our SKU check is ^[A-Z]{2,3}-\\d{4}(?:/[a-z])?$ but AB-1234/x is refused, why?',
  ),
  'chat: a question in German': chat(
    'Guten Tag, wenn ich in der Suche "Schrauben 5 x 40 oder 6 x 40" eingebe, kommt "Fehler 500". Mit \'Schrauben and 5=5\' auch. Können Sie das prüfen? Danke; Gruß, H. Müller',
  ),
  'chat: a question in French': chat(
    "Bonjour, l'export affiche « Erreur : select * from commandes where client = 'D'Alembert' ». C'est à cause de l'apostrophe, non ?",
  ),
  'chat: a question in Spanish': chat(
    "¿Cómo borro los duplicados? Probé DELETE FROM clientes WHERE id NOT IN (SELECT MIN(id) FROM clientes GROUP BY email); pero dice 'You can't specify target table'.",
  ),
  'chat: a question in Japanese': chat(
    "ログに「ORA-01756: 引用符付き文字列が正しく終了していません」と出ます。SELECT * FROM 顧客 WHERE 名前 = 'O''Hara' は動きますか？",
  ),
  'chat: a question in Russian': chat(
    'Здравствуйте! Скрипт падает на строке `rm -rf "$BUILD_DIR"/*` если переменная пустая. Можно ли написать `${BUILD_DIR:?}`?',
  ),
  'chat: a question in Polish': chat(
    'Jak w Excelu policzyć =SUMA.JEŻELI(A:A;">=100";B:B)? U mnie jest błąd #NAZWA? i nie wiem; proszę o pomoc :-)',
  ),
  'chat: a question in Chinese': chat(
    '请问 `select * from t where a=1 or b=2` 和 `where a=1 union select ...` 哪个更快？表里有两百万行；谢谢！',
  ),
  'chat: a question in Arabic': chat(
    'عند تشغيل الأمر docker compose up -d && docker compose logs -f يظهر خطأ "port is already allocated"، ما الحل؟',
  ),
  'chat: a bot is told off': chat("You're useless!!! I want a HUMAN -- now; not 'option 1 or 2' <angry> >:("),
  'chat: prices with signs': chat(
    'It was $49.99 | now $39.99 (-20%) & free shipping > $50?? `NEW20` does not work; 1+1=free?',
  ),
  'chat: steps in a settings screen': chat(
    'Settings > Users > "Import"; choose file; then {{first_name}} and {{ last_name }} must be mapped, or else <blank> is shown. See https://help.example.org/a?b=1&c=2#d',
  ),
  'mail: a thread with quotes': mail(
    'Re: Re: Fwd: backup fails',
    'Hi Tom,\n\nit works if I run it by hand:\n\n> pg_dump -Fc -h db1 -U backup shop > /backup/shop-$(date +%F).dump\n>\n> and then\n>\n> aws s3 cp /backup/shop-$(date +%F).dump s3://bk/ --sse\n\nbut from cron $(date +%F) must be written with \\%F, since % is a line end there.\n\n-- \nAnn; DBA\n"There\'s no place like 127.0.0.1"',
  ),
  'mail: a plan of a migration': mail(
    'Migration on Friday',
    "Steps:\n1. ALTER TABLE orders ADD COLUMN note text;\n2. UPDATE orders SET note = '' WHERE note IS NULL;\n3. ALTER TABLE orders ALTER COLUMN note SET NOT NULL;\n4. DROP TABLE orders_old; -- only if step 3 went through\n\nRollback: see wiki. OK for everybody?",
  ),
  'mail: a report of a hole': mail(
    'Responsible disclosure: reflected XSS in search',
    'Dear team, the parameter q of /search is not escaped: if a user opens /search?q=%3Cscript%3Ealert(1)%3C/script%3E a dialog opens. Impact: session theft. I would be happy to retest. Regards',
  ),
  'mail: a newsletter in HTML': clientJson('/hooks/inbound-mail', {
    subject: 'Your weekly digest',
    html: '<html><head><style>@media only screen and (max-width:600px){.c{width:100%!important}}</style></head><body style="margin:0;background:#f6f6f6"><!--[if mso]><table><tr><td><![endif]--><table role="presentation" width="600"><tr><td style="padding:10px"><a href="https://mail.example.org/c?u=1&amp;t=2" target="_blank"><img src="https://mail.example.org/o.gif?u=1" width="1" height="1" alt=""></a><p>Hello&nbsp;Ann &amp; Co.,</p></td></tr></table><!--[if mso]></td></tr></table><![endif]--></body></html>',
  }),
  'mail: cron writes': mail(
    'Cron <root@db1> test -x /usr/sbin/anacron || ( cd / && run-parts --report /etc/cron.daily )',
    "/etc/cron.daily/logrotate:\nerror: error running shared postrotate script for '/var/log/mysql/mysql.log'\nrun-parts: /etc/cron.daily/logrotate exited with return code 1",
  ),
  'mail: a delivery failed': mail(
    'Undelivered Mail Returned to Sender',
    'This is the mail system at host mx1.example.org.\n\n<bob@example.net>: host mx.example.net[203.0.113.9] said: 550 5.1.1 <bob@example.net>: Recipient address rejected: User unknown in virtual mailbox table (in reply to RCPT TO command)',
  ),
  'mail: headers that were pasted': mail(
    'spam?',
    'Received: from mx (unknown [198.51.100.4]) by mx1 (Postfix) with ESMTPS id 4F; Fri, 27 Nov 2026 10:00:00 +0100\nMIME-Version: 1.0\nContent-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\nBcc: a lot of people\n\nIs that one spam?',
  ),
  'mail: a homework on shells': mail(
    'Exercise 4',
    "1) ls -l | wc -l  -> 12\n2) cat names.txt | sort | uniq -c | sort -rn | head -5\n3) find . -name '*.tmp' -exec rm {} \\;\n4) for i in 1 2 3; do echo $i; done\nIs 3) dangerous? What does \\; mean?",
  ),
  'review: signs': review(
    'Works 100% -- 5/5!!',
    'Fits 1/2" pipes & 3/4"; \'O\' ring included (!). <3 it. Price: $12 -> $9 | +1 for shipping #recommended',
  ),
  'review: a book on SQL': review(
    'SELECT * FROM bookshelf WHERE rating = 5',
    "Best intro I've read. Chapter 3 (UNION vs. JOIN) and the part on 'DROP TABLE students' are fun; the XKCD about Bobby Tables -- Robert'); DROP TABLE Students;-- -- is there of course.",
  ),
  'review: a book on scripts': review(
    'Good, but old',
    'Explains <b>, <i> and even <marquee>... `var x = document.getElementById("a").innerHTML = "b"` everywhere; no let/const. eval() is on page 12 (!)',
  ),
  'review: a tool for terminals': review(
    'sudo make me a sandwich',
    'Runs `cat /proc/cpuinfo` fine; ssh user@host "uptime; df -h" too. Battery: 6h or 7h. && cheap!',
  ),
  'review: sizes': review(
    '32 x 34 or 33 x 34?',
    'I\'m 5\'11" (180cm), 80 kg; 32"/34" fits = perfect. My wife\'s is 28" -- or 29" in other brands; \'slim\' means slim.',
  ),
  'review: a cable': review(
    'USB-C <-> USB-A',
    "Data rate >= 5Gb/s; power <= 60W. 'Fast'? yes! 1 = 1 as they say; not 2 in 1. (10/10)",
  ),
  'review: hearts and arrows': review(
    '<3 <3 <3',
    'I <3 this!! --> 10/10 <-- would buy again ;-) :-* =) {hug} [edit: still <3] \\o/ ',
  ),
  'review: of a restaurant in Italian': review(
    "L'amatriciana è '10 e lode'",
    "Ottimo; servizio = 8, conto -- 25€ a testa. Da provare: l'antipasto (o il dolce) & il vino!",
  ),
  'review: of a hotel in Turkish': review(
    "O'daya bayıldık!",
    'Fiyat/performans > 9; kahvaltı "zengin" -- yalnız wifi yavaş (2 Mb/s); tekrar gelir miyiz? 1000% evet',
  ),
  'review: of a keyboard': review(
    "Keys ' and ` and \\ stick",
    "Ctrl+C / Ctrl+V fine; the ' ; -- # keys stick. alert beep is loud(!) (1) otherwise OK",
  ),
  'review: of a game': review(
    'DELETE your saves first!',
    "Set 'union mode' on; select all from the union menu; insert disk 2; update to v1.2; drop table legs (crafting) = profit",
  ),
  'legal: a clause': browserJson('/contracts/17/clauses', {
    title: '§ 7 Liability',
    body: '7.1 The Provider shall be liable only (a) for intent and gross negligence; (b) where mandatory law so provides; or (c) to the extent of Annex 2. 7.2 "Damages" means any loss, cost (incl. attorneys\' fees) and/or expense; "Affiliate" has the meaning given in Sec. 1.1(b)(ii). 7.3 Either party may select from the remedies in 7.2 where ... and the union of both; save as set out below --- nothing herein limits ...',
  }),
  'legal: a statute': browserForm('/notes', {
    note: '§ 312g BGB; Art. 6 Abs. 1 S. 1 lit. b) DSGVO i.V.m. § 25 Abs. 2 Nr. 2 TDDDG; 28 U.S.C. § 1746(2); "or" = inclusive (and/or); insert after "whereas", delete "from", update cross-refs.',
  }),
  'legal: a redline': browserJson('/documents/5/redline', {
    ops: [
      { del: 'shall not exceed', ins: 'may not exceed (a) EUR 1,000,000; or (b) 100 % of fees' },
      { keep: "as the 'Cap' -- see Sec. 9.3;" },
    ],
  }),
  'legal: a power of attorney': browserParts('/files', [
    { name: 'title', content: 'Power of attorney -- O\'Neil & Sons, Ltd. ("Principal")' },
    {
      name: 'text',
      content:
        'I, the undersigned, hereby grant all privileges on my estate to Jane Roe; to sell, drop or alter; and to execute deeds as if I did so. Signed: ____________; Date: __/__/____',
    },
  ]),
  'LaTeX: a paper': browserJson('/docs/9', {
    tex: '\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n\\section{Intro}\\label{sec:intro}\nLet $f\\colon \\mathbb{R}^n \\to \\mathbb{R}$; then $$\\int_{0}^{\\infty} e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}.$$ See~\\cite{knuth84} or \\ref{sec:intro}.\n\\includegraphics[width=.5\\textwidth]{../figures/plot.pdf}\n\\end{document}',
  }),
  'LaTeX: macros': browserJson('/docs/9', {
    tex: '\\newcommand{\\R}{\\mathbb{R}} \\def\\eps{\\varepsilon} \\renewcommand*{\\arraystretch}{1.2} \\input{preamble} \\bibliography{refs} % TODO: \\eps > 0, |x| < \\eps; `a`',
  }),
  'LaTeX: a formula in a forum': browserForm('/t/213/reply', {
    raw: "Isn't it \\(\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}\\)? By induction: n=1 -> 1=1 ok; n -> n+1: add (n+1) on both sides. $\\blacksquare$",
  }),
  'LaTeX: a table': browserJson('/docs/9', {
    tex: '\\begin{tabular}{|l|r|}\\hline Name & Value\\\\ \\hline a & 1\\\\ b & $< 2$\\\\ \\hline\\end{tabular} \\footnote{and/or}',
  }),
  'settings: a pattern of e-mail': setting(
    'email_regex',
    "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*$",
  ),
  'settings: a pattern of branches': setting(
    'protected_branches',
    '^(?:main|release/\\d+\\.\\d+|hotfix/.+)$',
  ),
  'settings: a pattern of passwords': setting(
    'password_regex',
    '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%*?&;<>\'"]).{12,}$',
  ),
  'settings: a pattern of scripts': setting('strip_pattern', '<script\\b[^>]*>[\\s\\S]*?<\\/script>'),
  'settings: a pattern of logs': setting(
    'grok',
    '%{IPORHOST:clientip} %{USER:ident} %{USER:auth} \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" %{NUMBER:response}',
  ),
  'settings: a pattern of secrets': setting(
    'secret_scan',
    '(?i)(?:api[_-]?key|secret|passw(?:or)?d)\\s*[:=]\\s*["\']?([A-Za-z0-9/+_=-]{16,})["\']?',
  ),
  'settings: a list of globs': setting(
    'ignore',
    '**/node_modules/**\n!.env.example\n*.log\n/dist\n../shared/**/*.tmp\n.git/',
  ),
  'settings: a format of log lines': setting(
    'log_format',
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" ${request_time}',
  ),
  'settings: a template of a mail': setting(
    'template',
    'Hi {{ user.first_name | default: "there" }},\n{% if order.total > 100 %}you get free shipping{% else %}add {{ 100 | minus: order.total }} more{% endif %}.\n{% for l in order.lines %}- {{ l.qty }} x {{ l.title }}\n{% endfor %}',
  ),
  'settings: a template of Handlebars': setting(
    'template',
    '{{#each items}}<li class="{{#if @first}}first{{/if}}">{{name}} &ndash; {{{currency price}}}</li>{{/each}}',
  ),
  'settings: a hook of a shell': setting(
    'post_deploy',
    'npm ci --omit=dev && npm run migrate && pm2 reload ecosystem.config.js --env production',
  ),
  'settings: a cron and a command': setting(
    'schedule',
    '0 3 * * 1-5 /usr/bin/php /var/www/shop/artisan schedule:run >> /dev/null 2>&1',
  ),
  'settings: a rewrite rule': setting(
    'rewrite',
    'RewriteCond %{REQUEST_FILENAME} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteRule ^(.*)$ index.php?/$1 [L,QSA]',
  ),
  'settings: headers of a site': setting(
    'headers',
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example.org; img-src * data:\nX-Frame-Options: DENY",
  ),
  'settings: a snippet of analytics': setting(
    'head_html',
    "<script async src=\"https://www.googletagmanager.com/gtag/js?id=G-AB12\"></script>\n<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments);}gtag('js',new Date());gtag('config','G-AB12');</script>",
  ),
  'settings: own CSS': setting(
    'css',
    '.hero::before{content:"\\201C";background:url("data:image/png;base64,iVBORw0KGgo=")}@import url("https://fonts.example.org/css2?family=Inter:wght@400;700&display=swap");a[href^="http://"]{color:#c00 !important}',
  ),
  'settings: a DSN': setting(
    'database_url',
    // In pieces, so that secret scanners do not take it for a committed secret.
    `postgresql://app:${'s3cr%40t'}@db.internal:5432/shop?sslmode=require&options=-c%20statement_timeout%3D5000`,
  ),
  'settings: an allowed callback': setting(
    'callback_urls',
    'http://localhost:3000/cb, http://127.0.0.1:8080/cb, https://app.example.org/cb, myapp://cb',
  ),
  'search: a phrase of code': get('/search', {
    q: "TypeError: undefined is not a function (evaluating 'a.map(b => b.id)')",
  }),
  'search: a command': get('/search', { q: 'tar -xzf file.tar.gz -C /opt permission denied' }),
  'search: signs of C': get('/search', { q: "#include <stdio.h> undefined reference to `main'" }),
  'search: a question on SQL': get('/search', {
    q: 'mysql select distinct from two tables union all vs union order by',
  }),
  'search: a quote': get('/search', { q: '"to be, or not to be" -- hamlet\'s soliloquy' }),
  'search: a part number': get('/search', { q: '1/4"-20 x 1-1/2\' hex; DIN 933 & ISO 4017' }),
  'search: maths': get('/search', { q: 'x^2 + y^2 = 1 and x = y or x > 0; solve for x' }),
  'search: flags': get('/search', { q: 'gcc -O2 -Wall && ./a.out | tee log' }),
  'search: a path': get('/search', {
    q: 'where is /etc/hosts on windows C:\\Windows\\System32\\drivers\\etc\\hosts',
  }),
  'search: an entity': get('/search', { q: 'what does &nbsp; and &#8217; mean in html <p> tag' }),
  'a form on accessibility': browserForm('/feedback', {
    page: 'https://shop.example/cart?step=2',
    problem:
      'NVDA reads \'clickable\' twice; <div role="button" tabindex="0" onclick> should be a <button>. Focus order: 1, 3, 2.',
  }),
  'a ticket with JSON': browserForm('/tickets', {
    subject: 'API returns 422',
    body: 'I POST {"customer":{"name":"O\'Hara","tags":["a","b"]},"lines":[{"sku":"X-1","qty":1}]} and get {"errors":{"lines.0.sku":["not found"]}}. Header is Content-Type: application/json. curl -X POST https://api.shop.example/v2/orders -H "Authorization: Bearer $TOKEN" -d @order.json',
  }),
  'a ticket with a config': browserForm('/tickets', {
    subject: 'nginx 502',
    body: 'server {\n  listen 443 ssl;\n  location / {\n    proxy_pass http://127.0.0.1:3000;\n    proxy_set_header Host $host;\n  }\n  location ~ \\.php$ { include fastcgi_params; fastcgi_pass unix:/run/php/php8.3-fpm.sock; }\n}',
  }),
  'a ticket with Docker': browserForm('/tickets', {
    subject: 'build fails',
    body: 'FROM node:24-slim\nRUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/*\nCOPY . .\nRUN npm ci\nCMD ["sh", "-c", "npm run migrate && node server.js"]',
  }),
  'a ticket with PowerShell': browserForm('/tickets', {
    subject: 'Import of users',
    body: 'Import-Csv .\\users.csv | ForEach-Object { New-ADUser -Name $_.Name -Path "OU=Staff,DC=example,DC=org" } fails with "Access denied". Get-ExecutionPolicy says RemoteSigned.',
  }),
  'a ticket with Python': browserForm('/tickets', {
    subject: 'SDK',
    body: 'from shop import Client\nc = Client(api_key=os.environ["SHOP_KEY"])\nfor o in c.orders.list(status="open", limit=100):\n    print(f"{o.id}: {o.total!r}")\n# AttributeError: \'dict\' object has no attribute \'id\'',
  }),
  'a wiki page': browserForm('/w/index.php?title=Backup&action=submit', {
    wpTextbox1:
      "== Restore ==\n# Stop the service: <code>systemctl stop shop</code>\n# <syntaxhighlight lang=\"bash\">zcat dump.sql.gz | mysql -u root -p shop</syntaxhighlight>\n{{Warning|'''Never''' on production}} [[Category:Operations]] <!-- see T123 --> <ref name=\"a\">[https://example.org/a?b=c Manual]</ref>",
    wpSummary: '/* Restore */ + zcat; -- old way',
  }),
  'a name of a wifi': browserForm('/devices', {
    ssid: 'It\'s <Mine>; DROP OFF && "free"',
    location: '2nd floor | left',
  }),
  'a poem': browserForm('/poems', {
    text: "if and or but;\n  while (ever) we wait --\nselect from the stars,\n  insert hope; delete hate.\n'Twas 1 = 1, or so they say;\n  union of night and day.",
  }),
  'a recipe': browserForm('/recipes', {
    text: "Mix 1/2 cup flour & 1 tsp. salt; drop by spoonfuls, table 4 | bake @ 180° (356°F) for 20' -- or until golden. Cut from top; set aside; sleep 1h.",
  }),
  'a chess game': browserForm('/games', {
    pgn: '[Event "Club"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the Morphy} 4. Ba4 Nf6 5. O-O $1 (5. d3 $6) Be7 1/2-1/2',
  }),
  'a knitting pattern': browserForm('/patterns', {
    text: '*k2, p2; rep from * to last st, k1; (k1, yo) x 3; --> 24 sts. <RS> 1 = 1 row; or skip',
  }),
};
