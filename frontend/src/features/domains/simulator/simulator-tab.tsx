import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  useListSitePolicyVersionsQuery,
  useSimulateRequestMutation,
} from '../../../entities/domain/domains-api.ts';
import { curlCommand } from '../../../entities/log/curl-command.ts';
import { addressIn } from '../../../entities/log/kept-client.ts';
import { useLogEntryQuery } from '../../../entities/log/logs-api.ts';
import type { Domain, LogEntry, SitePolicyUpdate } from '../../../shared/api/types.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select, Textarea } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageSpinner } from '../../../shared/ui/spinner.tsx';
import { RulesLoading } from '../site-policy/form/rules-loading.tsx';
import { SimulationResult } from './simulation-result.tsx';

type Changes = Pick<SitePolicyUpdate, 'originConfig' | 'policyConfig'>;

interface SimulatorProps {
  domain: Domain;
  /** Unsaved changes in the forms; null: none. */
  draft: (() => Changes) | null;
}

const LIVE = 'live';
const DRAFT = 'draft';
/** Maximum versions offered; the API accepts any. */
const MAX_VERSIONS = 50;

/** Explains a policy's verdict on a request. `?from=ID` takes the request from the log. */
export default function SimulatorTab(props: SimulatorProps) {
  const [parameters] = useSearchParams();
  const from = parameters.get('from');
  return (
    <Card className="max-w-[64rem] p-4 sm:p-5">
      {from === null ? <Simulator {...props} entry={undefined} /> : <FromLog {...props} requestId={from} />}
    </Card>
  );
}

function FromLog({ requestId, ...props }: SimulatorProps & { requestId: string }) {
  const { entry, isLoading } = useLogEntryQuery(requestId);
  if (isLoading) return <PageSpinner />;
  return (
    <>
      <Notice className="mb-4" tone={entry ? 'info' : 'warn'} title={`Request ${requestId}`}>
        {entry
          ? 'Filled in from the log, which does not keep bodies, cookies and most headers: add what matters.'
          : 'Your log no longer has this request.'}
      </Notice>
      <Simulator {...props} entry={entry} />
    </>
  );
}

function Simulator({ domain, draft, entry }: SimulatorProps & { entry: LogEntry | undefined }) {
  const [request, setRequest] = useState(entry ? curlCommand(entry) : '');
  const [address, setAddress] = useState(addressIn(entry?.remote_addr ?? ''));
  const [country, setCountry] = useState(entry?.geo_country ?? '');
  const [policy, setPolicy] = useState(draft === null ? LIVE : DRAFT);
  const [simulate, { data, error, isLoading }] = useSimulateRequestMutation();
  const { data: versions = [] } = useListSitePolicyVersionsQuery({ id: domain.id });
  const judgedBy = policy === DRAFT && draft === null ? LIVE : policy;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const version = [LIVE, DRAFT].includes(judgedBy) ? undefined : Number(judgedBy);
    simulate({
      id: domain.id,
      simulationRequest: {
        request,
        ...(address === '' ? {} : { client_address: address.trim() }),
        ...(country === '' ? {} : { country: country.trim().toUpperCase() }),
        ...(version === undefined ? {} : { version }),
        ...(judgedBy === DRAFT && draft !== null ? { draft: draft() } : {}),
      },
    });
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <Field
          label="Request"
          hint={`A curl command, the text of a request, an entry of a HAR, or an address such as /search?q=chairs. It is evaluated as the edge would evaluate it on ${domain.domain_name}; nothing is sent.`}
        >
          <Textarea
            required
            rows={6}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
            value={request}
            onChange={(event) => setRequest(event.target.value)}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Policy">
            <Select value={judgedBy} onChange={(event) => setPolicy(event.target.value)}>
              <option value={LIVE}>Live</option>
              {draft !== null && <option value={DRAFT}>Your changes that are not saved</option>}
              {versions.slice(0, MAX_VERSIONS).map(({ version, is_current }) => (
                <option key={version} value={String(version)}>
                  Version {version}
                  {is_current ? ' (live)' : ''}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Address" optional>
            <Input
              placeholder="192.0.2.1"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
          <Field label="Country" optional>
            <Input
              placeholder="DE"
              maxLength={2}
              value={country}
              onChange={(event) => setCountry(event.target.value)}
            />
          </Field>
        </div>
        <div>
          <Button
            type="submit"
            busy={isLoading}
            disabled={request.trim() === ''}
            icon={<FlaskConical className="size-4" />}
          >
            Simulate
          </Button>
        </div>
      </form>
      {isLoading && <RulesLoading what="simulation" />}
      {error !== undefined && !isLoading && (
        <Notice tone="danger" role="alert" title={messageOf(error, 'Failed to simulate the request')} />
      )}
      <SimulationResult simulation={error === undefined && !isLoading ? (data ?? null) : null} />
    </div>
  );
}
