// biome-ignore-all lint/suspicious/noTemplateCurlyInString: people write it
import { browserForm, browserJson, browserParts } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const post = (raw: string): HoldoutRequest =>
  browserForm('/posts', { raw, topic_id: '4711', archetype: 'regular', nested_post: 'true' });
const ticket = (subject: string, body: string): HoldoutRequest =>
  browserJson('/api/v2/tickets', { ticket: { subject, comment: { body }, priority: 'normal' } });
const message = (body: string): HoldoutRequest =>
  browserJson('/api/chat.sendMessage', { message: { rid: 'GENERAL', msg: body, tmid: null } });
const lesson = (title: string, content: string): HoldoutRequest =>
  browserJson('/wp-json/wp/v2/posts/81?_locale=user', { id: 81, title, content, status: 'draft' });
const change = (note: string): HoldoutRequest =>
  browserForm('/group/project/-/merge_requests/7/notes', { 'note[note]': note, 'note[line_code]': 'a1_4_4' });
const mail = (text: string): HoldoutRequest =>
  browserParts('/inbound/parse', [
    { name: 'from', content: 'Ann <ann@shop.example>' },
    { name: 'subject', content: 'Re: your question' },
    { name: 'text', content: text },
  ]);
const tex = (text: string): HoldoutRequest =>
  browserJson('/project/5f/doc/9a', { lines: text.split('\n'), version: 12 });

/** Of the set `odd-bodies`: posts about programs in forums, tickets, chats, lessons, reviews and papers. */
export const POSTS_AND_TICKETS: Readonly<Record<string, HoldoutRequest>> = {
  'forum: a list that changes while it is gone through': post(
    'Why does this skip every second item?\n\n```python\nitems = [1, 2, 3, 4]\nfor i in items:\n    if i % 2 == 0:\n        items.remove(i)\nprint(items)\n```\n\nI expected `[1, 3]` and got that, but with `[2, 2, 3]` it fails.',
  ),
  'forum: a closure in a loop': post(
    'All my buttons show 5:\n\n```js\nfor (var i = 0; i < 5; i++) {\n  buttons[i].addEventListener("click", function () { console.log(i); });\n}\n```\n\nWith `let` it works. Can somebody explain?',
  ),
  'forum: a borrow in Rust': post(
    '`cannot borrow `*self` as mutable because it is also borrowed as immutable`\n\n```rust\nfn next(&mut self) -> Option<&T> {\n    let cur = self.cur?;\n    self.advance();\n    Some(&self.items[cur])\n}\n```',
  ),
  'forum: a null in Java': post(
    'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null\n\tat com.shop.Main.main(Main.java:5)\n\nHow can it be null? I check `if (s != null || s.length() > 0)`.',
  ),
  'forum: a template of C++': post(
    'What does `std::enable_if_t<std::is_integral<T>::value, bool> = true` do in a template parameter list? And why `template <typename T> struct A<T*> {};`?',
  ),
  'forum: a query without an index': post(
    'My query takes 14 s, EXPLAIN shows a Seq Scan on orders. There are 3 million rows and an index on created_at. The WHERE clause is `date(created_at) = current_date`. Does the function stop the index from being used?',
  ),
  'forum: a join that doubles': post(
    'I join orders with payments and with shipments, and the sum is doubled. Should I use a sub-select or GROUP BY order_id first? I select o.id, sum(p.amount) and join both with ON o.id = ...',
  ),
  'forum: prepared statements': post(
    'People told me never to glue strings together for SQL. So instead of "... where name = \'" + name + "\'" I now use placeholders. Is `cursor.execute("... where name = %s", (name,))` enough?',
  ),
  'forum: escaping in a shell': post(
    'How do I loop over file names with blanks? `for f in $(ls)` breaks. Somebody said `find . -print0 | xargs -0 -n1 echo`, is this portable to macOS?',
  ),
  'forum: a file that is not found': post(
    'bash: ./configure: Permission denied. I tried chmod +x and it says /bin/sh^M: bad interpreter. What is this ^M?',
  ),
  'forum: cron': post(
    'My crontab line `*/5 * * * * /usr/local/bin/backup.sh >> /var/log/backup.log 2>&1` never runs, by hand it works. PATH?',
  ),
  'forum: CSS': post(
    'How do I centre a div? I have `.box { position: absolute; top: 50%; left: 50%; transform: translate(-50%, -50%); }` but in Safari it is blurry.',
  ),
  'forum: a tag that is not closed': post(
    'The validator says: Element script must not appear here. I moved <script> from the head to the end of the body and the page is faster, why?',
  ),
  'forum: an iframe of a video': post(
    'I pasted the embed code of the video, <iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>, and the forum removed it. Is there a BBCode?',
  ),
  'forum: regex': post(
    'I need a regex for German number plates. `^[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [1-9]\\d{0,3}[EH]?$` matches most, what about (?<=-)?',
  ),
  'forum: Excel': post(
    'Meine Formel =WENN(ISTFEHLER(SVERWEIS(A2;Tabelle2!$A:$C;3;FALSCH));"";SVERWEIS(A2;Tabelle2!$A:$C;3;FALSCH)) ist zu langsam. Geht das mit INDEX/VERGLEICH besser?',
  ),
  'forum: a docker file': post(
    '```dockerfile\nFROM node:24-alpine\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci --omit=dev && npm cache clean --force\nCOPY . .\nCMD ["node", "server.js"]\n```\nThe image is 900 MB. What is wrong?',
  ),
  'forum: a Git question': post(
    'I did `git reset --hard HEAD~3` and lost my work. Is `git reflog` the way, and then `git checkout -b rescue HEAD@{1}`?',
  ),
  'forum: PHP': post(
    'Undefined index: id in /var/www/html/edit.php on line 12. I have `$id = $_GET["id"] ?? null;` since today, is this right or do I still need isset?',
  ),
  'forum: PowerShell': post(
    'How do I list files older than 30 days? I have `Get-ChildItem -Recurse | Where-Object { $_.LastWriteTime -lt (Get-Date).AddDays(-30) }` and want to sum their Length.',
  ),
  'forum: Perl': post('What is `@{$_[0]}{qw(a b)} = (1, 2);` called, a hash slice? And `local $/ = undef;`?'),
  'forum: Haskell': post(
    'Why is `foldr (\\x acc -> x : take 2 acc) [] [1..]` fine and foldl not? I read `seq` and `$!` but do not see it.',
  ),
  'forum: assembler': post(
    'mov eax, [ebp+8]; add eax, ebx; push eax; call printf@plt -- why is the stack not aligned to 16?',
  ),
  'forum: a poll on editors': post(
    'vim > emacs > nano, change my mind ;-) :wq! and C-x C-c are the same length && nobody can exit either.',
  ),
  'forum: a question on a hole': post(
    'Our scanner reports CVE-2021-44228 in log4j-core 2.14. Is it enough to set log4j2.formatMsgNoLookups=true, or must I go to 2.17? The strings in question begin with jndi and a colon.',
  ),
  'forum: what is XSS': post(
    'For my exam: stored XSS means that a script tag which somebody wrote into a comment is sent to others. Reflected means it is in the link. And DOM-based? Is `innerHTML` always bad?',
  ),
  'forum: what is SQL injection': post(
    'I understand that quotes in the input end the string in the query and that OR with something true gives all rows. But how does a UNION help if the numbers of columns differ?',
  ),
  'ticket: a log of nginx': ticket(
    '502 since this morning',
    '2026/11/27 08:12:44 [error] 31#31: *8812 connect() failed (111: Connection refused) while connecting to upstream, client: 198.51.100.4, server: shop.example, request: "GET /cart HTTP/2.0", upstream: "http://127.0.0.1:8080/cart", host: "shop.example"',
  ),
  'ticket: a trace of Python': ticket(
    'Import fails',
    'Traceback (most recent call last):\n  File "/srv/app/manage.py", line 22, in <module>\n    main()\n  File "/srv/app/venv/lib/python3.12/site-packages/django/db/backends/utils.py", line 89, in _execute\n    return self.cursor.execute(sql, params)\ndjango.db.utils.ProgrammingError: column shop_order.note does not exist\nLINE 1: ...der"."total", "shop_order"."note" FROM "shop_ord...\n                                                             ^',
  ),
  'ticket: a trace of Java': ticket(
    'Payment times out',
    'org.springframework.dao.QueryTimeoutException: could not execute query; SQL [n/a]\n\tat org.hibernate.internal.SessionImpl.list(SessionImpl.java:1402)\n\tat com.shop.pay.PayService$$EnhancerBySpringCGLIB$$1.pay(<generated>)\n\tat java.base/java.lang.Thread.run(Thread.java:1583)\nCaused by: java.net.SocketTimeoutException: Read timed out\n\t... 41 more',
  ),
  'ticket: an error of MySQL': ticket(
    'Search is broken',
    "When I search for O'Neill I get: You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'Neill'' at line 1. With two apostrophes it works.",
  ),
  'ticket: an error of SQL Server': ticket(
    'Report 14',
    "Msg 8152, Level 16, State 30, Line 3\nString or binary data would be truncated in table 'shop.dbo.Orders', column 'Note'. The statement has been terminated.",
  ),
  'ticket: lines of a journal': ticket(
    'Server reboots',
    'Nov 27 03:14:07 web1 systemd[1]: nginx.service: Main process exited, code=killed, status=9/KILL\nNov 27 03:14:07 web1 kernel: Out of memory: Killed process 812 (node) total-vm:4182312kB, anon-rss:3120044kB\nNov 27 03:14:09 web1 sshd[913]: Invalid user admin from 203.0.113.7 port 51122',
  ),
  'ticket: steps with a command': ticket(
    'Update failed',
    'I ran the three commands of your guide:\n\n1. sudo apt update\n2. sudo apt install ./palisade_1.2.deb\n3. sudo systemctl restart palisade\n\nThe last one says "Job for palisade.service failed". Output of journalctl -xe is attached.',
  ),
  'ticket: a HAR in words': ticket(
    'CORS',
    "Access to fetch at 'https://api.shop.example/v1/me' from origin 'https://app.shop.example' has been blocked by CORS policy: Response to preflight request doesn't pass access control check: No 'Access-Control-Allow-Origin' header is present.",
  ),
  'ticket: a policy of contents': ticket(
    'Widget does not load',
    "Refused to execute inline script because it violates the following Content Security Policy directive: \"script-src 'self' 'nonce-r4nd0m'\". Either the 'unsafe-inline' keyword, a hash ('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='), or a nonce is required.",
  ),
  'ticket: our WAF refused it': ticket(
    'False positive',
    'Our customers get a 403 with your rule when they write "drop table lamps" or "select from our union workers" into the search. The log says SQL injection. Please advise.',
  ),
  'ticket: in German': ticket(
    'Passwort zurücksetzen geht nicht',
    "Hallo, ich bekomme „Ungültiges Token“. Der Link war https://shop.example/reset?token=eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.c2ln&lang=de – geht's auch per Telefon? Gruß, Jürgen",
  ),
  'chat: a joke': message("A SQL query walks into a bar, sees two tables and asks: 'may I join you?'"),
  'chat: Bobby': message("lol, did you name your son Robert'); or what"),
  'chat: a command to try': message(
    'try `kubectl get pods -n shop | grep -v Running` and tell me what you see',
  ),
  'chat: a path': message('the config is in /etc/nginx/sites-enabled/shop.conf, not in ~/.config'),
  'chat: code': message(
    '```\nconst a = await fetch(`/api/${id}`).then((r) => r.json());\n```\nthis throws when id is undefined :(',
  ),
  'chat: a deploy': message('deploying… && fingers crossed; if it breaks: !rollback shop 1.4.2'),
  'chat: a table': message('| id | name |\n|----|------|\n| 1 | O\'Brien |\n| 2 | "Ann" <ann@x.example> |'),
  'chat: faces': message('(╯°□°)╯︵ ┻━┻ ... <3 <3 >:( ¯\\_(ツ)_/¯ ;) --'),
  'chat: Chinese': message('我在数据库里执行 select 的时候报错了，where 条件里 and 和 or 的优先级是什么？'),
  'chat: Russian': message(
    'Подскажите, почему `rm -rf build` не удаляет каталог? Пишет: Permission denied. А sudo не хочу :)',
  ),
  'lesson: SELECT': lesson(
    'SQL for beginners, part 1',
    '<!-- wp:paragraph --><p>With <code>SELECT</code> you choose columns, with <code>FROM</code> the table:</p><!-- /wp:paragraph --><!-- wp:code --><pre class="wp-block-code"><code>SELECT name, price FROM products WHERE price &lt; 10 ORDER BY name;</code></pre><!-- /wp:code -->',
  ),
  'lesson: UNION': lesson(
    'SQL for beginners, part 4',
    '<!-- wp:heading --><h2>UNION and UNION ALL</h2><!-- /wp:heading --><!-- wp:paragraph --><p>UNION takes the rows of two queries together and drops those that are twice. Both must have the same number of columns.</p><!-- /wp:paragraph -->',
  ),
  'lesson: safe queries': lesson(
    'Never glue strings',
    '<p>A name such as <em>O\'Brien</em> ends the text of the query too early. Use placeholders: <code>db.query("… WHERE name = ?", [name])</code>.</p>',
  ),
  'lesson: loops of a shell': lesson(
    'Loops in bash',
    '<p>All pictures at once:</p><pre><code>for f in *.png; do\n  convert "$f" -resize 50% "small-$f"\ndone</code></pre><p>Quotes matter.</p>',
  ),
  'lesson: forms': lesson(
    'HTML forms',
    '<p>A form has an <code>action</code> and a <code>method</code>:</p><pre><code>&lt;form action="/search" method="get"&gt;\n  &lt;input name="q"&gt;\n&lt;/form&gt;</code></pre>',
  ),
  'review: a variable': change('`let` instead of `var`, please; and `===` instead of `==` (see eqeqeq).'),
  'review: an injection': change(
    'This builds SQL from strings, please use bind parameters (`$1`, `$2`) and not `${id}`.',
  ),
  'review: a suggestion': change(
    '```suggestion:-0+0\n    if (user?.roles.includes("admin") && !user.disabled) {\n```',
  ),
  'review: a race': change(
    'What if two requests come at once? `SELECT … FOR UPDATE` or an advisory lock would do.',
  ),
  'review: a secret': change('Please do not commit .env; `git rm --cached .env && echo .env >> .gitignore`.'),
  'mail: a quoted answer': mail(
    '> On 26 Nov 2026, at 10:11, Bob <bob@x.example> wrote:\n> Can you send the numbers (Q3 & Q4)?\n\nAttached; the totals are in cells B2:B14, formula =SUM(B2:B13).\n\n-- \nAnn',
  ),
  'mail: a report of a job': mail(
    'Cron <root@web1> test -x /usr/sbin/anacron || ( cd / && run-parts --report /etc/cron.daily )\n\n/etc/cron.daily/logrotate:\nerror: skipping "/var/log/shop/app.log" because parent directory has insecure permissions',
  ),
  'mail: SPF': mail(
    'v=spf1 include:_spf.mail.example ip4:192.0.2.0/24 ~all; is "~all" or "-all" right for us?',
  ),
  'paper: a sum': tex('\\begin{equation}\n  \\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}\n\\end{equation}'),
  'paper: a preamble': tex(
    '\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath,graphicx}\n\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\n\\input{chapters/intro}\n\\end{document}',
  ),
  'paper: a table': tex(
    '\\begin{tabular}{l|r}\n  Name & Price \\\\ \\hline\n  Lamp & 10\\,\\% \\\\\n\\end{tabular}',
  ),
  'paper: a listing': tex(
    '\\begin{lstlisting}[language=SQL]\nSELECT count(*) FROM orders;\n\\end{lstlisting}',
  ),
  'paper: a bibliography': tex(
    '@inproceedings{smith2024,\n  title = {{SQL} injection and {XSS}: a survey},\n  author = {Smith, J. and M{\\"u}ller, K.},\n  pages = {1--12}\n}',
  ),
};
