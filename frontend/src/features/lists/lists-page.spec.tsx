import { screen, waitFor, within } from '@testing-library/react';
import type { ClientList } from '../../shared/api/types.ts';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { isRefusedAt, refusalAt } from '../../testing/refused-field.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const NOW = '2026-03-10T12:00:00.000Z';
const byHand: ClientList = {
  id: '7f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e',
  name: 'offices',
  note: 'Our own',
  source: 'hand',
  holds: 'addresses',
  is_offered: false,
  url: null,
  interval_minutes: null,
  entries: 2,
  size_bytes: 26,
  refused: 0,
  refused_lines: [],
  version: 1,
  changed_at: NOW,
  checked_at: null,
  next_check_at: null,
  last_error: null,
  last_status: null,
  last_failed_at: null,
  failing_since: null,
  published: true,
  used_by: [{ id: '0195a000-0000-7000-8000-000000000010', name: 'castle.example' }],
  created_at: NOW,
};
const fetched: ClientList = {
  ...byHand,
  id: '8f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e',
  name: 'feed',
  note: '',
  source: 'url',
  url: 'https://lists.example/feed.txt',
  interval_minutes: 90,
  entries: 84_120,
  checked_at: NOW,
  last_error: 'refused',
  last_status: 403,
  last_failed_at: NOW,
  used_by: [],
};
const offered: ClientList = {
  ...fetched,
  id: '9f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e',
  name: 'known_attackers',
  is_offered: true,
  last_error: null,
};
const ENTRIES = `GET /api/lists/${byHand.id}/entries`;
const TEXT = `GET /api/lists/${byHand.id}/text`;
const PUT = `PUT /api/lists/${byHand.id}`;
const DELETE = `DELETE /api/lists/${byHand.id}`;

function open(
  lists: ClientList[],
  over: Parameters<typeof installFakeApi>[0] = {},
  plan: 'free' | 'starter' = 'starter',
) {
  const entitlements = fakePlans.find(({ slug }) => slug === plan)!.entitlements;
  const user = fakeUser({ plan, entitlements });
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/lists': { body: { lists, max_lists: 20, max_entries: 2_000_000 } },
    [ENTRIES]: { body: { entries: ['192.0.2.0/24', '198.51.100.7'], total: 2 } },
    [TEXT]: { body: { text: '# Both\n192.0.2.0/24\n198.51.100.7', version: byHand.version } },
    ...over,
  });
  const { user: hand } = renderApp('/dashboard/lists');
  return { api, hand };
}

const row = (name: string) => screen.getByText(name).closest('tr')!;
type Hand = ReturnType<typeof open>['hand'];
const choose = async (hand: Hand, list: string, entry: string) => {
  await hand.click(await screen.findByRole('button', { name: `More for ${list}` }));
  await hand.click(await screen.findByRole('menuitem', { name: entry }));
};
const addDialog = async (hand: Hand) => {
  await hand.click(await screen.findByRole('button', { name: 'Add list' }));
  return screen.findByRole('dialog', { name: 'Add a list' });
};

it('says what lists are for where there is none', async () => {
  open([]);
  await screen.findByText('No lists yet');
  screen.getByText(
    /^A list holds addresses, network operators, .* for your sites to allow, refuse or challenge/,
  );
});

it('says of each list where it comes from, how it is, and which sites use it', async () => {
  open([byHand, fetched, offered]);
  await screen.findByText('offices');
  screen.getByText('2 of 20 lists, 84,122 of 2,000,000 entries');
  within(row('offices')).getByText('By hand');
  expect(within(row('offices')).getByRole('link', { name: 'castle.example' }).getAttribute('href')).toBe(
    '/dashboard/domains?configure=castle.example&show=policy',
  );
  within(row('feed')).getByText('https://lists.example/feed.txt');
  within(row('feed')).getByText('URL, every 90 minutes');
  within(row('feed')).getByText('84,120');
  within(row('feed')).getByText('The source refused the request (HTTP 403)');
  within(row('feed')).getByText('No site');
  within(row('known_attackers')).getByText('Offered');
});

it('lets nobody change what the operator offers', async () => {
  const { hand } = open([offered]);
  await hand.click(await screen.findByRole('button', { name: 'More for known_attackers' }));
  await screen.findByRole('menuitem', { name: 'Show entries' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
});

it('asks the plan before it shows the form', async () => {
  const { hand } = open([], {}, 'free');
  await screen.findByText('Starter plan');
  await hand.click(await screen.findByRole('button', { name: 'Add list' }));
  await screen.findByRole('dialog', { name: 'Upgrade Required' });
});

describe('a list by hand', () => {
  it('is made of what is pasted', async () => {
    const { api, hand } = open([], { 'POST /api/lists': { status: 201, body: { ...byHand, refused: 1 } } });
    const dialog = within(await addDialog(hand));
    await hand.type(dialog.getByLabelText('Name'), 'offices');
    await hand.type(dialog.getByLabelText('Entries'), '192.0.2.0/24{Enter}198.51.100.7');
    await hand.type(dialog.getByLabelText('Note'), 'Our own');
    await hand.click(dialog.getByRole('button', { name: 'Add list' }));
    await screen.findByText('List offices added');
    await screen.findByText('1 line was left out: no address, network or range');
    expect(api.asked('POST /api/lists')[0]!.body).toEqual({
      source: 'hand',
      holds: 'addresses',
      name: 'offices',
      note: 'Our own',
      text: '192.0.2.0/24\n198.51.100.7',
    });
  });

  it('is made of a file, unless that is too long to be sent', async () => {
    const { hand } = open([]);
    const dialog = within(await addDialog(hand));
    const file = (text: string, size = text.length) => {
      const made = new File([text], 'list.txt', { type: 'text/plain' });
      // jsdom's files cannot be read this way.
      Object.defineProperty(made, 'text', { value: () => Promise.resolve(text) });
      Object.defineProperty(made, 'size', { value: size });
      return made;
    };
    const field = dialog.getByLabelText('Or take them from a file');
    await hand.upload(field, file('192.0.2.1', 5_000_000));
    await dialog.findByText('This is too long to submit. Please publish it, and enter its URL.');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Entries').value).toBe('');
    await hand.upload(field, file('192.0.2.1\n192.0.2.2'));
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLTextAreaElement>('Entries').value).toBe('192.0.2.1\n192.0.2.2'),
    );
    expect(dialog.queryByText(/too long/)).toBeNull();
  });

  it.each([
    ['Name', 'name', 'There is a list called "offices" already'],
    ['Entries', 'text', 'Most of these lines are not addresses, networks or ranges'],
  ])('is refused at its field %s', async (label, path, message) => {
    const { hand } = open([], { 'POST /api/lists': refusalAt(path, message) });
    const dialog = await addDialog(hand);
    await hand.type(within(dialog).getByLabelText(label), 'offices');
    await hand.click(within(dialog).getByRole('button', { name: 'Add list' }));
    await isRefusedAt(label, message, { within: dialog, holding: 'offices' });
  });

  it('is edited with its entries, which are sent only where others were entered', async () => {
    const { api, hand } = open([byHand], { [PUT]: { body: byHand } });
    const edit = async () => {
      await choose(hand, 'offices', 'Edit');
      return within(await screen.findByRole('dialog', { name: 'Edit offices' }));
    };
    const save = async (dialog: ReturnType<typeof within>, times: number) => {
      await hand.click(dialog.getByRole('button', { name: 'Save list' }));
      await waitFor(() => expect(api.asked(PUT)).toHaveLength(times));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit offices' })).toBeNull());
    };
    const first = await edit();
    expect(first.getByLabelText<HTMLTextAreaElement>('Entries').value).toBe(
      '# Both\n192.0.2.0/24\n198.51.100.7',
    );
    await save(first, 1);
    const second = await edit();
    await hand.type(second.getByLabelText('Entries'), '{Enter}203.0.113.1');
    await save(second, 2);
    expect(api.asked(PUT).map(({ body }) => body)).toEqual([
      { name: 'offices', note: 'Our own' },
      {
        name: 'offices',
        note: 'Our own',
        text: '# Both\n192.0.2.0/24\n198.51.100.7\n203.0.113.1',
        version: byHand.version,
      },
    ]);
  });

  it('too long to be read is replaced as a whole, or stays', async () => {
    const { api, hand } = open([{ ...byHand, entries: 90_000 }], { [PUT]: { body: byHand } });
    await choose(hand, 'offices', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit offices' }));
    dialog.getByText('90,000 entries are kept unless you enter new ones, which replace them.');
    await hand.click(dialog.getByRole('button', { name: 'Save list' }));
    await screen.findByText('List saved');
    expect(api.asked(PUT)[0]!.body).not.toHaveProperty('text');
    expect(api.asked(TEXT)).toEqual([]);
  });

  it('in use is not deleted, and the question says why', async () => {
    const detail = 'This list is used by castle.example. Please take it out of their policies first.';
    const { hand } = open([byHand], { [DELETE]: { status: 409, body: { code: 'list_in_use', detail } } });
    await choose(hand, 'offices', 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete offices?' }));
    await hand.click(question.getByRole('button', { name: 'Delete list' }));
    expect((await question.findByRole('alert')).textContent).toBe(detail);
  });
});

describe('a list from CrowdSec', () => {
  it('is made of an address and a key, which is asked for again only where it is to be another', async () => {
    const { api, hand } = open([{ ...fetched, source: 'crowdsec' }], {
      'POST /api/lists': { status: 201, body: fetched },
      [`PUT /api/lists/${fetched.id}`]: { body: fetched },
    });
    await hand.click(await screen.findByRole('button', { name: 'Add list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a list' }));
    await hand.click(dialog.getByRole('radio', { name: 'CrowdSec' }));
    await hand.type(dialog.getByLabelText('Name'), 'bans');
    await hand.type(dialog.getByLabelText('Address of the local API'), 'https://lapi.example:8080');
    await hand.type(dialog.getByLabelText('Key of the bouncer'), 'a key');
    await hand.click(dialog.getByRole('button', { name: 'Add list' }));
    await screen.findByText('List feed added');
    expect(api.asked('POST /api/lists')[0]!.body).toEqual({
      source: 'crowdsec',
      name: 'bans',
      note: '',
      url: 'https://lapi.example:8080',
      api_key: 'a key',
      interval_minutes: 5,
    });
    await choose(hand, 'feed', 'Edit');
    const edit = within(await screen.findByRole('dialog', { name: 'Edit feed' }));
    expect(edit.getByLabelText<HTMLInputElement>('Key of the bouncer').value).toBe('');
    await hand.click(edit.getByRole('button', { name: 'Save list' }));
    await screen.findByText('List saved');
    expect(api.asked(`PUT /api/lists/${fetched.id}`)[0]!.body).not.toHaveProperty('api_key');
  });
});

describe('a list from a URL', () => {
  it('is made of its address and interval', async () => {
    const { api, hand } = open([], { 'POST /api/lists': { status: 201, body: fetched } });
    const dialog = within(await addDialog(hand));
    await hand.click(dialog.getByRole('radio', { name: 'From a URL' }));
    expect(dialog.queryByLabelText('Entries')).toBeNull();
    await hand.type(dialog.getByLabelText('Name'), 'feed');
    await hand.type(dialog.getByLabelText('URL'), ' https://lists.example/feed.txt');
    await hand.clear(dialog.getByLabelText('Fetch it every (minutes)'));
    await hand.type(dialog.getByLabelText('Fetch it every (minutes)'), '90');
    await hand.click(dialog.getByRole('button', { name: 'Add list' }));
    await screen.findByText('List feed added');
    expect(api.asked('POST /api/lists')[0]!.body).toEqual({
      source: 'url',
      holds: 'addresses',
      name: 'feed',
      note: '',
      url: 'https://lists.example/feed.txt',
      interval_minutes: 90,
    });
  });

  it.each([
    ['URL', 'url', 'Please enter a web address'],
    ['Fetch it every (minutes)', 'interval_minutes', 'Please enter minutes'],
  ])('is refused at its field %s', async (label, path, message) => {
    const { hand } = open([], { 'POST /api/lists': refusalAt(path, message) });
    const dialog = await addDialog(hand);
    await hand.click(within(dialog).getByRole('radio', { name: 'From a URL' }));
    await hand.clear(within(dialog).getByLabelText(label));
    await hand.type(within(dialog).getByLabelText(label), 'soon');
    await hand.click(within(dialog).getByRole('button', { name: 'Add list' }));
    await isRefusedAt(label, message, { within: dialog, holding: 'soon' });
  });

  it.each([
    [{ body: { ...fetched, last_error: null } }, 'feed fetched: 84,120 entries'],
    [{ body: { ...fetched, last_error: 'timeout', last_status: null } }, 'No answer in time.'],
    [
      { status: 429, body: { code: 'list_refreshed_just_now', detail: 'This list was fetched just now' } },
      'This list was fetched just now',
    ],
  ])('is fetched at once, and says what came of it: %j', async (answer, said) => {
    const { hand } = open([fetched], { [`POST /api/lists/${fetched.id}/refresh`]: answer });
    await choose(hand, 'feed', 'Refresh now');
    await screen.findByText(said);
  });
});

describe('the entries of a list', () => {
  it('are shown, with the lines that were left out, a page at a time', async () => {
    const long = {
      ...byHand,
      entries: 150,
      refused: 1,
      refused_lines: [{ line: 4, text: 'nonsense' }],
    };
    const all = Array.from({ length: 150 }, (_, index) => `192.0.2.${index}`);
    const { hand } = open([long], {
      [ENTRIES]: ({ query }) => {
        const offset = Number(new URLSearchParams(query).get('offset'));
        return { body: { entries: all.slice(offset, offset + 100), total: 150 } };
      },
    });
    await choose(hand, 'offices', 'Show entries');
    const dialog = within(await screen.findByRole('dialog', { name: 'offices' }));
    await dialog.findByText('192.0.2.99');
    dialog.getByText('nonsense');
    await hand.click(dialog.getByRole('button', { name: 'Next' }));
    await dialog.findByText('192.0.2.149');
    dialog.getByText('101–150 of 150');
    expect(dialog.queryByText('192.0.2.99')).toBeNull();
  });

  it('are searched by an address, and what is none is refused at the field', async () => {
    const message = 'Please enter an address, such as 192.0.2.1';
    const { hand } = open([byHand], {
      [ENTRIES]: ({ query }) => {
        const address = new URLSearchParams(query).get('address');
        if (address === 'castle') return refusalAt('address', message);
        if (address === '192.0.2.77') return { body: { entries: ['192.0.2.0/24'], total: 1 } };
        if (address !== null) return { body: { entries: [], total: 0 } };
        return { body: { entries: ['192.0.2.0/24', '198.51.100.7'], total: 2 } };
      },
    });
    await choose(hand, 'offices', 'Show entries');
    const dialog = within(await screen.findByRole('dialog', { name: 'offices' }));
    await dialog.findByText('198.51.100.7');
    const field = dialog.getByLabelText('Is an address on it?');
    const look = async (address: string) => {
      await hand.clear(field);
      await hand.type(field, `${address}{Enter}`);
    };
    await look('192.0.2.77');
    await waitFor(() => expect(dialog.queryByText('198.51.100.7')).toBeNull());
    await dialog.findByText('192.0.2.0/24');
    await look('203.0.113.1');
    await dialog.findByText('No entry holds 203.0.113.1.');
    await look('castle');
    await dialog.findByText(message);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await hand.clear(field);
    await dialog.findByText('198.51.100.7');
  });
});
