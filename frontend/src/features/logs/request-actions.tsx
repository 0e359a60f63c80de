import {
  Ban,
  CodeXml,
  Ellipsis,
  FlaskConical,
  Link2,
  Network,
  ShieldBan,
  ShieldCheck,
  SquareTerminal,
  Workflow,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ApiCall, calls } from '../../entities/api-call/calls.ts';
import { useAddBanMutation, useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { siteLink } from '../../entities/domain/site-link.ts';
import { curlCommand } from '../../entities/log/curl-command.ts';
import { isNetwork, isPseudonym } from '../../entities/log/kept-client.ts';
import { configurationLink, logEntryLink } from '../../entities/page/paths.ts';
import { draftRuleState } from '../../entities/policy/draft-rule.ts';
import { type AddressList, usePlaceAddress } from '../../entities/policy/use-address-lists.ts';
import type { Domain, LogEntry } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu, type MenuEntry } from '../../shared/ui/menu.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { networkOf } from './network-of.ts';
import { ruleFrom } from './rule-from-request.ts';

const CallDialog = lazy(() => import('../../entities/api-call/call-dialog.tsx'));

const BAN_SECONDS = 3600;
const LIST_WORDS: Record<AddressList, string> = { allowed_ips: 'allow list', blocked_ips: 'block list' };

async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch (failure) {
    toast.error(messageOf(failure, 'The browser does not allow this page to copy'));
  }
}

/** Puts addresses on lists, with the way back to where they stood. */
function useListAddress(domain: Domain | undefined) {
  const place = usePlaceAddress();
  return async (address: string, list: AddressList) => {
    if (!domain) return;
    try {
      const before = await place(domain.id, address, list);
      const words = `${address} is on the ${LIST_WORDS[list]}`;
      if (before === list) {
        toast.info(`${words} already`);
        return;
      }
      toast.undo(before === null ? words : `${words}, no longer on the ${LIST_WORDS[before]}`, () => {
        attempt(place(domain.id, address, before), {
          success: 'As it was before',
          failure: 'Failed to take it back',
        });
      });
    } catch (failure) {
      toast.error(messageOf(failure, `Failed to change the ${LIST_WORDS[list]}`));
    }
  };
}

/** What can be done about a request, besides looking at it. */
export function RequestActions({ log }: { log: LogEntry }) {
  const navigate = useNavigate();
  const { data: domains } = useListDomainsQuery();
  const domain = domains?.find(({ domain_name }) => domain_name === log.domain_name);
  const list = useListAddress(domain);
  const [addBan] = useAddBanMutation();
  const address = log.remote_addr;
  const network = networkOf(address);

  const [call, setCall] = useState<ApiCall | null>(null);
  const banCreate = { address, duration_seconds: BAN_SECONDS, note: `Request ${log.request_id}` };
  const ban = (id: string) =>
    attempt(addBan({ id, banCreate }).unwrap(), {
      success: `${address} is banned for an hour`,
      failure: 'Failed to ban the address',
    });
  const block: MenuEntry = {
    key: 'block',
    label: `Block ${address}`,
    icon: <ShieldBan />,
    tone: 'danger',
    onSelect: () => list(address, 'blocked_ips'),
  };
  /** Actions on an address or network need a known one. */
  const ofClient = (id: string): MenuEntry[] => [
    block,
    ...(network === null
      ? []
      : [
          {
            key: 'block-network',
            label: `Block ${network}`,
            icon: <Network />,
            tone: 'danger' as const,
            onSelect: () => list(network, 'blocked_ips'),
          },
        ]),
    ...(isNetwork(address)
      ? []
      : [
          {
            key: 'ban',
            label: `Ban ${address} for an hour`,
            icon: <Ban />,
            onSelect: () => ban(id),
          },
          {
            key: 'ban-call',
            label: 'Show the call that bans',
            icon: <CodeXml />,
            onSelect: () => setCall(calls.addBan(id, banCreate)),
          },
        ]),
    {
      key: 'allow',
      label: `Allow ${address}`,
      icon: <ShieldCheck />,
      onSelect: () => list(address, 'allowed_ips'),
    },
  ];
  const ofDomain = (id: string): MenuEntry[] => [
    ...(isPseudonym(address) ? [] : ofClient(id)),
    {
      key: 'rule',
      label: 'Make a custom rule',
      icon: <Workflow />,
      onSelect: () =>
        navigate(configurationLink(log.domain_name, 'rules'), { state: draftRuleState(ruleFrom(log)) }),
    },
    {
      key: 'simulate',
      label: 'Simulate',
      icon: <FlaskConical />,
      onSelect: () => navigate(`${siteLink(log.domain_name, 'simulator')}?from=${log.request_id}`),
    },
  ];
  const entries: MenuEntry[] = [
    ...(domain ? ofDomain(domain.id) : []),
    {
      key: 'curl',
      label: 'Copy as curl',
      icon: <SquareTerminal />,
      onSelect: () => copy(curlCommand(log), 'Command copied, without the body: bodies are not kept'),
    },
    {
      key: 'link',
      label: 'Copy link',
      icon: <Link2 />,
      onSelect: () =>
        copy(new URL(logEntryLink(log.request_id), window.location.origin).href, 'Copied to clipboard!'),
    },
  ];
  return (
    <>
      <Menu
        label="Actions for this request"
        entries={entries}
        trigger={
          <Button size="sm" variant="secondary" icon={<Ellipsis className="size-4" />}>
            Actions
          </Button>
        }
      />
      {call && (
        <Suspense>
          <CallDialog call={call} onClose={() => setCall(null)} />
        </Suspense>
      )}
    </>
  );
}
