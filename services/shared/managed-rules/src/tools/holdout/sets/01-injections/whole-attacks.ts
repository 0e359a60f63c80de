import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const upload = (name: string, type: string, content: string): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=edge9',
    `--edge9\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--edge9--\r\n`,
    '/media',
  );
const unsigned = (alg: string): string =>
  `${base64url({ alg, typ: 'JWT' })}.${base64url({ sub: '1', role: 'admin' })}.`;

/** Attacks that have one place only. */
export const INJECTION_WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'a program of PHP': upload('a.php', 'image/png', 'x'),
  'a program by its second name': upload('a.php.jpg', 'image/jpeg', 'x'),
  'a program behind a dot': upload('shell.phtml.', 'text/plain', 'x'),
  'a page of Java': upload('a.jsp', 'text/plain', '<% out.print(1); %>'),
  'rules of a folder': upload('.htaccess', 'text/plain', 'AddType application/x-httpd-php .jpg'),
  'PHP in a picture': upload('a.gif', 'image/gif', 'GIF89a;<?php system($_GET[1]); ?>'),
  'PHP in a text': upload('a.txt', 'text/plain', "<?php eval($_POST['x']);"),
  'a drawing with a handler': upload(
    'a.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ),
  'a drawing with a script': upload('a.svg', 'image/svg+xml', '<svg><script>fetch("/me")</script></svg>'),
  'a drawing that reads a file': upload(
    'b.svg',
    'image/svg+xml',
    '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
  ),
  'a name that climbs': upload('../../a.txt', 'text/plain', 'x'),
  'a token that nobody signed': request('/me', ['Authorization', `Bearer ${unsigned('none')}`]),
  'the same in a cookie': request('/me', ['Cookie', `token=${unsigned('nOnE')}`]),
  'the same in a document': bodyRequest('application/json', JSON.stringify({ token: unsigned('NONE') })),
  'a key of a token that is a file': request('/me', [
    'Authorization',
    `Bearer ${base64url({ alg: 'HS256', kid: '../../../../dev/null' })}.${base64url({ sub: '1' })}.c2ln`,
  ]),
  'a function for bash': request('/cgi-bin/status', ['User-Agent', '() { :; }; /usr/bin/id']),
};
