/** How to enter a CNAME record at a DNS provider, and its alternative at the apex. */
export interface DnsProvider {
  id: string;
  name: string;
  /** Pattern of its name servers. */
  nameServers?: RegExp;
  /** Path to the form for a new record. */
  way: string;
  /** Names of its form fields. */
  labels: { name: string; target: string };
  /** It appends the zone to names, so entering the full name would double it. */
  addsZone: boolean;
  /** Without a final dot, it appends the zone to targets. */
  wantsFinalDot: boolean;
  /** Record type in place of a CNAME at the apex; null: none. */
  apexType: 'CNAME' | 'ALIAS' | null;
  /** Instructions for the apex. */
  apex: string;
  /** Further pitfalls. */
  caution?: string;
}

export const dnsProviders: readonly DnsProvider[] = [
  {
    id: 'other',
    name: 'Another provider',
    way: 'Open the DNS records of your domain and add one of type CNAME.',
    labels: { name: 'Name', target: 'Target' },
    addsZone: false,
    wantsFinalDot: false,
    apexType: 'ALIAS',
    apex: 'Your provider may call the type ALIAS, ANAME or CNAME flattening. If it has neither, redirect the bare domain to www and point www here.',
    caution: 'If the form shows your domain after the name field, omit it from the name.',
  },
  {
    id: 'cloudflare',
    name: 'Cloudflare',
    nameServers: /\.ns\.cloudflare\.com$/,
    way: 'Choose your site, then DNS → Records → Add record.',
    labels: { name: 'Name', target: 'Target' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: 'CNAME',
    apex: 'Cloudflare accepts a CNAME record here and flattens it.',
    caution:
      'Set Proxy status to "DNS only", the grey cloud. Behind the orange cloud the record is not visible.',
  },
  {
    id: 'godaddy',
    name: 'GoDaddy',
    nameServers: /\.domaincontrol\.com$/,
    way: 'Open My Products, press DNS beside the domain, then Add New Record.',
    labels: { name: 'Name', target: 'Value' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: null,
    apex: 'GoDaddy does not support this. Forward the bare domain to www under Forwarding, and point www here.',
  },
  {
    id: 'namecheap',
    name: 'Namecheap',
    nameServers: /\.(?:registrar-servers|namecheaphosting)\.com$/,
    way: 'Domain List → Manage → Advanced DNS → Add New Record.',
    labels: { name: 'Host', target: 'Value' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: 'ALIAS',
    apex: 'Choose the type ALIAS Record.',
    caution: 'Press the green check mark next to the record, or it is not saved.',
  },
  {
    id: 'route53',
    name: 'Amazon Route 53',
    nameServers: /^ns-\d+\.awsdns-\d+\./,
    way: 'Hosted zones → your zone → Create record, with simple routing.',
    labels: { name: 'Record name', target: 'Value' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: null,
    apex: "Route 53's aliases work only for Amazon's own services. Redirect the bare domain to www, and point www here.",
  },
  {
    id: 'google',
    name: 'Google Cloud DNS',
    nameServers: /^ns-cloud-[a-z]\d\.googledomains\.com$/,
    way: 'Open your zone and press Add standard.',
    labels: { name: 'DNS name', target: 'Canonical name' },
    addsZone: true,
    wantsFinalDot: true,
    apexType: 'ALIAS',
    apex: 'Choose the type ALIAS, and leave the DNS name empty.',
    caution:
      'A domain bought at Google Domains has the same name servers, but is now managed at Squarespace.',
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    nameServers: /\.squarespacedns\.com$/,
    way: 'Open Domains, choose yours, then DNS → DNS Settings → Custom records → Add record.',
    labels: { name: 'Name', target: 'Data' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: null,
    apex: 'Squarespace does not support this. Forward the bare domain to www, and point www here.',
  },
  {
    id: 'ionos',
    name: 'IONOS',
    nameServers: /\.ui-dns\.(?:com|de|org|biz)$/,
    way: 'Open Domains & SSL, the gear beside the domain, then DNS → Add record → CNAME.',
    labels: { name: 'Host name', target: 'Points to' },
    addsZone: true,
    wantsFinalDot: false,
    apexType: null,
    apex: 'IONOS does not support this. Forward the bare domain to www, and point www here.',
  },
  {
    id: 'ovh',
    name: 'OVHcloud',
    nameServers: /\.(?:ovh|anycast\.me)(?:\.net|\.ca)?$/,
    way: 'Web Cloud → Domain names → your domain → DNS zone → Add an entry → CNAME.',
    labels: { name: 'Sub-domain', target: 'Target' },
    addsZone: true,
    wantsFinalDot: true,
    apexType: null,
    apex: 'OVHcloud does not support this. Redirect the bare domain to www, and point www here.',
  },
  {
    id: 'gandi',
    name: 'Gandi',
    nameServers: /\.gandi\.net$/,
    way: 'Choose your domain, then DNS Records → Add record.',
    labels: { name: 'Name', target: 'Hostname' },
    addsZone: true,
    wantsFinalDot: true,
    apexType: 'ALIAS',
    apex: 'Choose the type ALIAS, with @ as its name.',
  },
  {
    id: 'hetzner',
    name: 'Hetzner',
    nameServers: /\.(?:ns\.hetzner\.(?:com|de)|first-ns\.de|second-ns\.(?:de|com))$/,
    way: 'Open DNS, choose your zone, and press Add record.',
    labels: { name: 'Name', target: 'Value' },
    addsZone: true,
    wantsFinalDot: true,
    apexType: null,
    apex: 'Hetzner does not support this. Redirect the bare domain to www, and point www here.',
  },
  {
    id: 'digitalocean',
    name: 'DigitalOcean',
    nameServers: /\.digitalocean\.com$/,
    way: 'Networking → Domains → your domain, then the tab CNAME.',
    labels: { name: 'Hostname', target: 'Is an alias of' },
    addsZone: true,
    wantsFinalDot: true,
    apexType: null,
    apex: 'DigitalOcean does not support this. Redirect the bare domain to www, and point www here.',
  },
];

export const anyProvider = dnsProviders[0] as DnsProvider;

/** The provider of a zone, by its name servers; null: unknown. */
export function providerOf(nameServers: readonly string[]): DnsProvider | null {
  const isTheirs = ({ nameServers: pattern }: DnsProvider) => nameServers.some((name) => pattern?.test(name));
  return dnsProviders.find(isTheirs) ?? null;
}
