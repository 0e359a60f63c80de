// The demo's DNS: a real name server on loopback, and a panel like a registrar's to edit its one zone file.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { escapeMarkup } from '@palisade/basics';
import { type DnsRecord, type DnsServer, startDns } from '@palisade/local-servers';
import { CNAME_TARGET } from './plan.ts';

const [dnsPort, panelPort, zoneFile] = [
  Number(process.argv[2]),
  Number(process.argv[3]),
  String(process.argv[4]),
];
const MAX_FORM_BYTES = 4_096;
/** What one string of a TXT record holds. */
const TEXT = /^[\x20-\x7e]{1,255}$/;
const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Not the customer's: where our own name leads, as seen from this machine. */
const OUR_OWN: readonly DnsRecord[] = [{ name: CNAME_TARGET, type: 'A', value: '127.0.0.1' }];

const load = (): DnsRecord[] =>
  existsSync(zoneFile) ? (JSON.parse(readFileSync(zoneFile, 'utf8')) as DnsRecord[]) : [];

function store(server: DnsServer, records: DnsRecord[]): void {
  writeFileSync(`${zoneFile}.new`, JSON.stringify(records, null, 2));
  renameSync(`${zoneFile}.new`, zoneFile);
  server.records = [...OUR_OWN, ...records];
}

const editable = (server: DnsServer): DnsRecord[] =>
  server.records.filter((record) => !OUR_OWN.includes(record));

const clean = (text: string | null): string => (text ?? '').trim().toLowerCase().replace(/\.$/, '');

function edit(server: DnsServer, form: URLSearchParams): string | null {
  const name = clean(form.get('name'));
  const type = form.get('type') === 'TXT' ? 'TXT' : 'CNAME';
  const value = type === 'TXT' ? (form.get('value') ?? '').trim() : clean(form.get('value'));
  if (!NAME.test(name.replace(/^\*\./, ''))) return 'That is not a name that DNS allows.';
  const others = editable(server).filter((record) => record.name !== name || record.type !== type);
  if (form.get('action') === 'delete') {
    store(server, others);
    return null;
  }
  if (type === 'CNAME' && !NAME.test(value)) return 'That is not a target that DNS allows.';
  if (type === 'TXT' && !TEXT.test(value)) return 'That is not a text that DNS allows.';
  store(server, [...others, { name, type, value }]);
  return null;
}

function page(records: readonly DnsRecord[], problem: string | null): string {
  const rows = records.map(
    ({
      name,
      type,
      value,
    }) => `<tr><td>${escapeMarkup(name)}</td><td>${type}</td><td>${escapeMarkup(value)}</td><td>
      <form method="post"><input type="hidden" name="name" value="${escapeMarkup(name)}">
      <input type="hidden" name="type" value="${type}">
      <button name="action" value="delete" aria-label="Delete ${escapeMarkup(name)}">Delete</button></form></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Demo DNS</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #8886;padding:.4rem;text-align:left;overflow-wrap:anywhere}input,select{font:inherit;padding:.3rem;width:100%}
label{display:block;margin:.5rem 0}.problem{color:#b00020}</style></head><body>
<h1>Demo DNS</h1><p>This stands in for your registrar's DNS settings. Paste the name and the target or text that the dashboard shows. A name may begin with *. to answer for all below it.</p>
${problem ? `<p class="problem" role="alert">${escapeMarkup(problem)}</p>` : ''}
<form method="post"><label>Type <select name="type"><option>CNAME</option><option>TXT</option></select></label>
<label>Name <input name="name" required></label>
<label>Target (CNAME) or text (TXT) <input name="value" required></label><button name="action" value="add">Add record</button></form>
<h2>Records</h2><table><tr><th>Name</th><th>Type</th><th>Target</th><th></th></tr>${rows.join('')}</table></body></html>`;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_FORM_BYTES) throw new Error('form is too long');
  }
  return new URLSearchParams(text);
}

const server = await startDns(dnsPort, [...OUR_OWN, ...load()]);
const panel = createServer(async (request, response) => {
  try {
    const problem = request.method === 'POST' ? edit(server, await readForm(request)) : null;
    response.statusCode = problem === null ? 200 : 422;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(editable(server), problem));
  } catch (error) {
    response.statusCode = 400;
    response.end(String(error));
  }
});
panel.listen(panelPort, '127.0.0.1');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    panel.close();
    panel.closeAllConnections();
    void server.stop().then(() => process.exit(0));
  });
}
