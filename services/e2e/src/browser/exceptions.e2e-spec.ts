import { eventually } from '@palisade/testing';
import { attackInQuery } from '../corpus.ts';
import { type EdgeAnswer, visit } from '../edge-client.ts';
import { verifiedDomain } from './domain-of.ts';
import type { Visitor } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** A country that no rule here is about. */
const FROM_GERMANY = '85.214.132.117';
const PATH = '/guestbook/sign';
const HONEST = `${PATH}?${new URL(attackInQuery('sqli').uri, 'http://any').search.slice(1)}`;
const ELSEWHERE = HONEST.replace(PATH, '/checkout');
const ANOTHER = `${PATH}?${new URL(attackInQuery('xss').uri, 'http://any').search.slice(1)}`;

let visitor: Visitor;
let domain = '';

beforeAll(async () => {
  const account = await world.customer('business');
  domain = await verifiedDomain(world, account, world.stack.originPort);
  visitor = await world.signedIn(account);
}, 180_000);
afterAll(() => visitor?.close());

function knock(target: string): Promise<EdgeAnswer> {
  return visit(world.stack.urls.demo_site, domain, target, { headers: { 'x-forwarded-for': FROM_GERMANY } });
}

/** Asks until the edge has the configuration under which it answers so. */
function becomes(refused: boolean, target: string): Promise<void> {
  return eventually(`${target} being ${refused ? 'refused' : 'let through'}`, async () => {
    const { status } = await knock(target);
    if ((status === 403) !== refused) throw new Error(`it answered ${status}`);
  });
}

const rows = () => visitor.page.getByRole('region', { name: 'WAF activity' }).getByRole('row');
const details = () => visitor.page.getByRole('region', { name: 'Attack Details' });

/** Opens the newest entry that holds the text. */
async function opensEntry(filter: string, text: string): Promise<void> {
  await visitor.open(`/dashboard/logs?domain=${domain}&${filter}`);
  const row = rows().filter({ hasText: text }).first();
  await row.waitFor();
  await visitor.press(/Details/, row);
  await details().waitFor();
}

describe('a request that should have passed', () => {
  it('is excepted from its log entry, as narrow as it can be', async () => {
    await becomes(true, HONEST);
    await opensEntry('status=blocked', PATH);
    await visitor.press('Make an exception', details());
    const dialog = visitor.dialog('Make an exception');
    await visitor.sees('What this lets through', dialog);
    await visitor.sees(`on paths that begin with ${PATH}.`, dialog);
    await visitor.sees(/It would have spared (at least )?\d+ requests? blocked/, dialog);
    await visitor.press('Make exception', dialog);
    await visitor.page.getByRole('button', { name: 'Show', exact: true }).click();
    await visitor.arrivesAt(/^\/dashboard\/domains\?configure=.*&show=exceptions/);
    const list = visitor.page.getByRole('list', { name: 'Exceptions from the managed rules' });
    await visitor.sees('Expires in 30 days', list);
    await visitor.sees(`on paths that begin with ${PATH}`, list);
  });

  it('passes from then on; the same elsewhere, and another attack there, do not', async () => {
    await becomes(false, HONEST);
    expect((await knock(ELSEWHERE)).status).toBe(403);
    expect((await knock(ANOTHER)).status).toBe(403);
  });
});

describe('a rule of the owner', () => {
  it('is written, tried on what was logged, and refuses at the edge', async () => {
    await becomes(false, '/shut/door');
    await visitor.open(`/dashboard/domains?configure=${domain}&show=rules`);
    await visitor.press('Add rule');
    const dialog = visitor.dialog('Add custom rule');
    await visitor.press('Add rule', dialog);
    await visitor.sees('Please enter a name', dialog);
    await visitor.fill({ Name: 'The shut door', Values: PATH }, dialog);
    await visitor.press('Add value', dialog);
    await visitor.sees(
      /^[1-9]\d* of the newest \d+ requests/,
      dialog.getByRole('region', { name: 'Matches of late' }),
    );
    await visitor.press(`Remove ${PATH}`, dialog);
    await visitor.fill({ Values: '/shut' }, dialog);
    await visitor.press('Add value', dialog);
    await visitor.press('Add rule', dialog);
    await dialog.waitFor({ state: 'hidden' });
    await visitor.sees('1 of 100 in your Business plan.');
    await visitor.sees('The shut door');
    await becomes(true, '/shut/door');
    expect((await knock('/open/door')).status).not.toBe(403);
  });

  it('is named by the log, which leads to it', async () => {
    await opensEntry('action=custom_rule', '/shut/door');
    await visitor.sees('The shut door', details());
    await visitor.follow('Show the custom rule', details());
    await visitor.arrivesAt(/show=rules&rule=/);
    await visitor.page.getByRole('list', { name: /^Custom rules/ }).waitFor();
  });

  it('lets pass again once it is off', async () => {
    await visitor.page.getByRole('switch', { name: '"The shut door" is on' }).click();
    await becomes(false, '/shut/door');
  });
});
