import { providerOf } from './providers.ts';

describe('the provider of a domain', () => {
  it.each([
    ['Cloudflare', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']],
    ['Amazon Route 53', ['ns-1536.awsdns-00.co.uk', 'ns-0.awsdns-00.com']],
    ['GoDaddy', ['ns01.domaincontrol.com']],
    ['Namecheap', ['dns1.registrar-servers.com']],
    ['Google Cloud DNS', ['ns-cloud-a1.googledomains.com']],
    ['Squarespace', ['ns01.squarespacedns.com']],
    ['IONOS', ['ns1045.ui-dns.biz', 'ns1066.ui-dns.de']],
    ['OVHcloud', ['dns200.anycast.me', 'ns200.anycast.me']],
    ['OVHcloud', ['dns12.ovh.net', 'ns12.ovh.net']],
    ['Gandi', ['ns-128-a.gandi.net', 'ns-22-b.gandi.net']],
    ['Hetzner', ['hydrogen.ns.hetzner.com', 'oxygen.ns.hetzner.com']],
    ['DigitalOcean', ['ns1.digitalocean.com']],
  ])('is %s by its name servers', (name, servers) => {
    expect(providerOf(servers)?.name).toBe(name);
  });

  it.each([[[]], [['ns1.example.com']], [['ns1.cloudflare.com.example.net']]])(
    'is nobody that we know by %j',
    (servers) => {
      expect(providerOf(servers)).toBeNull();
    },
  );
});
