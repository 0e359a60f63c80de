/** Where the examples say that the certificate lies. */
const FILE = '/etc/ssl/palisade-origin-ca.pem';

/** Settings of web servers that let in nobody without a certificate of the authority. */
export const SERVER_SNIPPETS = [
  {
    server: 'nginx',
    where: 'In the server block that listens on port 443.',
    text: `ssl_client_certificate ${FILE};\nssl_verify_client on;`,
  },
  {
    server: 'Apache',
    where: 'In the virtual host that listens on port 443.',
    text: `SSLCACertificateFile ${FILE}\nSSLVerifyClient require\nSSLVerifyDepth 2`,
  },
  {
    server: 'Caddy',
    where: 'In the site block.',
    text: `tls {\n\tclient_auth {\n\t\tmode require_and_verify\n\t\ttrust_pool file ${FILE}\n\t}\n}`,
  },
  {
    server: 'HAProxy',
    where: 'On the bind line of port 443.',
    text: `bind :443 ssl crt /etc/ssl/site.pem ca-file ${FILE} verify required`,
  },
] as const;
