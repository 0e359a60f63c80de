import { securityEventsV1 } from '@palisade/contracts';
import { createRedisStreamsPublisher, readEventKeys, uuidV7 } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { generate } from 'otplib';
import { DataSource } from 'typeorm';
import { type Account, browserOf, type Harness, ORIGIN, startHarness } from '../../test/harness.ts';
import { FAILURES_PER_NOTICE } from '../password-check/reauthentication-failures.service.ts';
import { SecurityActivityService, type SecurityEvent } from './security-activity.service.ts';
import {
  MAX_EVENTS_PER_KIND,
  RETENTION_DAYS,
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
} from './security-event-kinds.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const HERE = { address: '203.0.113.77', userAgent: FIREFOX };

interface Entry {
  id: string;
  kind: SecurityEventKind;
  ip_address: string;
  user_agent: string;
  by_administrator: boolean;
  details: Record<string, string>;
}

describe('the security activity of an account', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  const call = (account: Account, method: string, path: string, body?: object) =>
    harness.call(method, path, { ...account, ...HERE }, body);
  const must = async (status: number, answer: ReturnType<Harness['call']>) => {
    const { body, ...rest } = await answer;
    if (rest.status !== status) throw new Error(`${rest.status} ${JSON.stringify(body)}`);
    return body;
  };
  async function activity(account: Account, query = ''): Promise<{ entries: Entry[]; next: string | null }> {
    return (await must(200, call(account, 'GET', `/settings/security-activity${query}`))) as never;
  }
  const mailsOf = async (account: Account) => (await harness.mails(account.id)).map((mail) => mail.template);
  const mailedToken = (template: string, account: Account) =>
    eventually(`the mail ${template}`, async () => {
      const { link } = await harness.mailSecrets(template, account.id);
      if (!link) throw new Error('not yet');
      return link.split('token=')[1] ?? '';
    });
  const reset = async (account: Account) => {
    await must(200, call(account, 'POST', '/auth/forgotten-password', { email: account.email }));
    const token = await mailedToken('reset_password', account);
    const changed = { ...account, password: 'lantern-ford-51' };
    await must(200, call(account, 'POST', '/auth/reset-password', { token, new_password: changed.password }));
    const { body } = await harness.login(changed, HERE);
    return { ...changed, token: String(body.access_token) };
  };
  const enableMfa = async (account: Account) => {
    const { secret, backup_codes } = await must(200, call(account, 'GET', '/settings/mfa/setup'));
    const token = await generate({ secret: String(secret) });
    await must(200, call(account, 'POST', '/settings/mfa/enable', { token }));
    return backup_codes as string[];
  };
  const makeKey = (account: Account) =>
    must(201, call(account, 'POST', '/api-keys', { name: 'Report', scopes: ['logs:read'] }));
  const tellExport = async (userId: string, exportIds: readonly string[]) => {
    const bus = createRedisStreamsPublisher({
      url: harness.environment.PALISADE_BUS_REDIS_URL,
      source: 'logs',
      keys: readEventKeys(harness.keys.eventSettings('logs')),
    });
    const event = (exportId: string) => ({
      type: 'logs.exported.v1' as const,
      key: userId,
      payload: { exportId, userId, clientAddress: HERE.address, userAgent: HERE.userAgent, byApiKey: true },
    });
    await bus.publish(exportIds.map(event));
    await bus.close();
  };
  const tellStream = async (userId: string, changeId: string) => {
    const bus = createRedisStreamsPublisher({
      url: harness.environment.PALISADE_BUS_REDIS_URL,
      source: 'logs',
      keys: readEventKeys(harness.keys.eventSettings('logs')),
    });
    const payload = {
      changeId,
      userId,
      domainName: 'shop.example',
      streamName: 'To my SIEM',
      hint: 'siem.example',
      act: securityEventsV1.LogStreamAct.REDIRECTED,
      clientAddress: HERE.address,
      userAgent: HERE.userAgent,
      byApiKey: false,
    };
    await bus.publish([{ type: 'logs.stream_changed.v1', key: userId, payload }]);
    await bus.close();
  };
  const changeAddress = async (account: Account) =>
    must(200, call(account, 'PUT', '/settings/account', { email: `new-${account.email}` }));

  const askToSee = async (account: Account): Promise<string> => {
    const reason = 'You wrote that your shop answers slowly.';
    const asked = call(admin, 'POST', `/admin/users/${account.id}/support-views`, { reason });
    return String((await must(201, asked)).id);
  };
  const letSee = async (account: Account): Promise<string> => {
    const view = await askToSee(account);
    await must(200, call(account, 'POST', `/settings/support-views/${view}/answer`, { allow: true }));
    return view;
  };

  /** How each kind of event comes about; returns the account with the remaining session. */
  const DO: Readonly<Record<SecurityEventKind, (account: Account) => Promise<Account>>> = {
    signed_in_on_new_device: async (account) => {
      const { body } = await harness.login(account, HERE);
      return { ...account, token: String(body.access_token) };
    },
    api_key_created: async (account) => {
      await makeKey(account);
      return account;
    },
    api_key_revoked: async (account) => {
      const { id } = await makeKey(account);
      await must(200, call(account, 'DELETE', `/api-keys/${id}`));
      return account;
    },
    mfa_enabled: async (account) => {
      await enableMfa(account);
      return account;
    },
    mfa_renewed: async (account) => {
      await enableMfa(account);
      const { secret } = await must(
        200,
        call(account, 'POST', '/settings/mfa/regenerate', { password: account.password }),
      );
      const token = await generate({ secret: String(secret) });
      await must(200, call(account, 'POST', '/settings/mfa/enable', { token }));
      return account;
    },
    mfa_disabled: async (account) => {
      await enableMfa(account);
      await must(200, call(account, 'POST', '/settings/mfa/disable', { password: account.password }));
      return account;
    },
    backup_code_used: async (account) => {
      const [mfa_token] = await enableMfa(account);
      await must(
        200,
        call(account, 'POST', '/auth/reauthenticate', { password: account.password, mfa_token }),
      );
      return account;
    },
    password_changed: async (account) => {
      const passwords = { current_password: account.password, new_password: 'lantern-ford-52' };
      await must(200, call(account, 'PUT', '/settings/password', passwords));
      return account;
    },
    password_reset: reset,
    email_changed: async (account) => {
      await changeAddress(account);
      return account;
    },
    email_confirmed: async (account) => {
      await changeAddress(account);
      const token = await mailedToken('confirm_email', account);
      await must(200, call(account, 'POST', '/auth/confirm-email', { token }));
      return account;
    },
    email_change_undone: async (account) => {
      await changeAddress(account);
      const token = await mailedToken('email_changed', account);
      await must(200, call(account, 'POST', '/auth/undo-email-change', { token }));
      return reset(account);
    },
    access_ended: async (account) => {
      const passwords = { current_password: account.password, new_password: 'lantern-ford-53' };
      await must(200, call(account, 'PUT', '/settings/password', passwords));
      return account;
    },
    other_sessions_ended: async (account) => {
      await harness.login(account, { cookie: account.cookie });
      await must(200, call(account, 'DELETE', '/auth/sessions'));
      return account;
    },
    refresh_token_reused: async (account) => {
      const first = browserOf(
        await harness.login(account, { ...HERE, origin: ORIGIN, cookie: account.cookie }),
      );
      const second = await harness.renewLater(first, HERE);
      await harness.renewLater(second, HERE);
      await must(401, harness.renew(first, HERE));
      return account;
    },
    logs_exported: async (account) => {
      await tellExport(account.id, [uuidV7()]);
      return account;
    },
    log_stream_changed: async (account) => {
      await tellStream(account.id, uuidV7());
      return account;
    },
    reauthentication_failed: async (account) => {
      for (let attempt = 0; attempt < FAILURES_PER_NOTICE; attempt++) {
        await must(400, call(account, 'POST', '/auth/reauthenticate', { password: 'wrong' }));
      }
      return account;
    },
    support_view_asked: async (account) => {
      await askToSee(account);
      return account;
    },
    support_view_allowed: async (account) => {
      await letSee(account);
      return account;
    },
    support_view_refused: async (account) => {
      await must(
        200,
        call(account, 'POST', `/settings/support-views/${await askToSee(account)}/answer`, { allow: false }),
      );
      return account;
    },
    support_view_opened: async (account) => {
      const view = await letSee(account);
      await must(200, call(admin, 'POST', `/admin/users/${account.id}/support-views/${view}/open`));
      return account;
    },
    support_view_ended: async (account) => {
      await must(200, call(account, 'POST', `/settings/support-views/${await letSee(account)}/end`));
      return account;
    },
  };

  /** No event tells an administrator's location. */
  const BY_ADMINISTRATORS: ReadonlySet<SecurityEventKind> = new Set([
    'support_view_asked',
    'support_view_opened',
  ]);

  it.each(Object.keys(DO) as SecurityEventKind[])(
    'has %s, from where, and mails it where it says so',
    async (kind) => {
      const account = await DO[kind](await harness.confirmEmail(await harness.register()));
      const own = !BY_ADMINISTRATORS.has(kind);
      await eventually(`the entry ${kind}`, async () => {
        const { entries } = await activity(account);
        expect(entries.filter((entry) => entry.kind === kind)).toEqual([
          expect.objectContaining({
            ip_address: own ? HERE.address : '',
            user_agent: own ? HERE.userAgent : '',
            by_administrator: !own,
          }),
        ]);
      });
      const { mail } = SECURITY_EVENT_KINDS[kind];
      const sent = (await harness.mails(account.id)).filter(({ template }) => template === mail);
      expect(sent.map(({ to, category }) => ({ to, category }))).toEqual(
        mail === null ? [] : [{ to: account.email, category: 1 }],
      );
      for (const { variables } of sent) {
        expect(variables).toMatchObject(
          own
            ? { address: HERE.address, device: 'Firefox on Linux' }
            : { address: '', device: 'An administrator', administrator: `Test User (${admin.email})` },
        );
      }
    },
  );

  it('is the account’s own, newest first, a page at a time', async () => {
    const account = await harness.confirmEmail(await harness.register());
    const stranger = await DO.api_key_created(await harness.confirmEmail(await harness.register()));
    for (let key = 0; key < 3; key++) await makeKey(account);
    const first = await activity(account, '?limit=2');
    const second = await activity(account, `?limit=2&before=${first.next}`);
    expect([first.entries.length, second.entries.length, second.next]).toEqual([2, 1, null]);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    const [theirs] = (await activity(stranger)).entries;
    expect(ids).not.toContain(theirs?.id);
    expect((await activity(account, `?before=${theirs?.id}`)).entries).toEqual([]);
  });

  it('does not tell an administrator’s address', async () => {
    const account = await harness.register();
    await must(200, call(admin, 'PUT', `/admin/users/${account.id}`, { password: 'lantern-ford-54' }));
    const { body } = await harness.login({ ...account, password: 'lantern-ford-54' });
    const { entries } = await activity({ ...account, token: String(body.access_token) });
    expect(entries.find(({ kind }) => kind === 'password_changed')).toMatchObject({
      ip_address: '',
      user_agent: '',
      by_administrator: true,
    });
  });

  it('mails one sign-in of a program that keeps no cookie, and each from elsewhere', async () => {
    const account = await harness.register();
    for (let time = 0; time < 3; time++) await harness.login(account, HERE);
    await harness.login(account, { ...HERE, userAgent: 'curl/8.5.0' });
    await harness.login(account, { ...HERE, address: '198.51.100.9' });
    await harness.login(account, { cookie: account.cookie });
    expect((await mailsOf(account)).filter((template) => template === 'new_device')).toHaveLength(3);
    const { entries } = await activity(account);
    expect(entries.filter(({ kind }) => kind === 'signed_in_on_new_device')).toHaveLength(5);
  });

  it('has an export once, and mails one of many in an hour', async () => {
    const account = await harness.register();
    const [first, second] = [uuidV7(), uuidV7()];
    await tellExport(account.id, [first, first, second]);
    await eventually('both', async () => {
      const { entries } = await activity(account);
      expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([first, second]));
      expect(entries).toHaveLength(2);
    });
    expect((await mailsOf(account)).filter((template) => template === 'logs_exported')).toHaveLength(1);
  });

  it('is bounded: many of one kind push no other out, and all have their time', async () => {
    const account = await DO.api_key_created(await harness.confirmEmail(await harness.register()));
    const [events, database] = [harness.app.get(SecurityActivityService), harness.app.get(DataSource)];
    const event: SecurityEvent = {
      userId: account.id as never,
      kind: 'reauthentication_failed',
      actor: { userId: account.id as never, clientAddress: '192.0.2.9' },
    };
    for (let n = 0; n < MAX_EVENTS_PER_KIND + 20; n++) await events.record(database.manager, event);
    const kept = async () => {
      const { rows } = await harness.database.query<{ kind: string; count: string }>(
        'SELECT kind, count(*) FROM security_events WHERE user_id = $1 GROUP BY kind ORDER BY kind',
        [account.id],
      );
      return rows.map(({ kind, count }) => `${kind} ${count}`);
    };
    expect(await kept()).toEqual(['api_key_created 1', `reauthentication_failed ${MAX_EVENTS_PER_KIND}`]);
    await events.record(database.manager, {
      ...event,
      at: new Date(Date.now() - (RETENTION_DAYS + 1) * 86_400_000),
    });
    await events.forgetOld();
    await harness.database.query(
      `UPDATE security_events SET at = now() - make_interval(days => $2) WHERE user_id = $1 AND kind = 'api_key_created'`,
      [account.id, RETENTION_DAYS + 1],
    );
    expect((await activity(account)).entries.map(({ kind }) => kind)).not.toContain('api_key_created');
    await events.forgetOld();
    expect(await kept()).toEqual([`reauthentication_failed ${MAX_EVENTS_PER_KIND}`]);
  });
});
