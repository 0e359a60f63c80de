import { Activity, Globe, Plus, ShieldBan, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Logo } from '../entities/company/logo.tsx';
import TrafficChart from '../entities/log/charts/traffic-chart.tsx';
import { formatCount } from '../shared/lib/format.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../shared/ui/card.tsx';
import { Country } from '../shared/ui/country.tsx';
import { type Column, DataTable } from '../shared/ui/data-table.tsx';
import { EmptyLine, EmptyState } from '../shared/ui/empty-state.tsx';
import { ErrorState } from '../shared/ui/error-state.tsx';
import { Field } from '../shared/ui/field.tsx';
import { Input, PasswordInput, Select, Textarea } from '../shared/ui/input.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { NumberInput } from '../shared/ui/number-input.tsx';
import { Pager } from '../shared/ui/pager.tsx';
import { QueryState } from '../shared/ui/query-state.tsx';
import { Segmented } from '../shared/ui/segmented.tsx';
import { StatCard } from '../shared/ui/stat-card.tsx';
import { Checkbox, SwitchRow } from '../shared/ui/switch.tsx';
import { Tabs } from '../shared/ui/tabs.tsx';

const noop = () => undefined;

/** A part of the kit by itself; its name is what the visual tests call it. */
function Story({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section data-story={name} className="bg-canvas p-6">
      <h2 className="mb-4 font-mono text-xs text-ink-faint">{name}</h2>
      {children}
    </section>
  );
}

const tones = ['neutral', 'brand', 'ok', 'warn', 'danger', 'info', 'solid'] as const;
const variants = ['primary', 'secondary', 'ghost', 'danger', 'danger-quiet'] as const;

interface Row {
  id: string;
  rule: string;
  country: string;
  requests: number;
}
const columns: readonly Column<Row>[] = [
  { header: 'Rule', cell: ({ rule }) => rule },
  { header: 'Country', cell: ({ country }) => <Country code={country} /> },
  { header: 'Requests', atEnd: true, cell: ({ requests }) => formatCount(requests) },
  {
    header: 'Actions',
    atEnd: true,
    cell: ({ rule }) => (
      <Button size="sm" variant="secondary" aria-label={`Exclude ${rule}`}>
        Exclude
      </Button>
    ),
  },
];
const rows: readonly Row[] = [
  { id: '1', rule: 'SQL Injection', country: 'NL', requests: 12_840 },
  { id: '2', rule: 'Path Traversal', country: 'BR', requests: 911 },
];

const traffic = [3, 5, 4, 8, 6, 9, 7].map((height, day) => ({
  date: `2026-03-0${day + 1}`,
  total_requests: height * 1000,
  blocked_requests: height * 90,
}));

function Controls() {
  const [on, setOn] = useState(true);
  const [choice, setChoice] = useState<'low' | 'medium' | 'high'>('medium');
  return (
    <div className="grid max-w-xl gap-4">
      <SwitchRow
        label="Managed Rules"
        description="On for every site."
        checked={on}
        onCheckedChange={setOn}
      />
      <SwitchRow
        label="Caching"
        checked={false}
        onCheckedChange={noop}
        badge={<Badge tone="brand">Enterprise</Badge>}
      />
      <SwitchRow label="Out of reach" checked disabled onCheckedChange={noop} />
      <Checkbox label="Remember me" checked={on} onCheckedChange={setOn} />
      <Segmented
        label="Sensitivity"
        className="justify-self-start"
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'low', label: 'Low' },
          { value: 'medium', label: 'Medium' },
          { value: 'high', label: 'High' },
        ]}
      />
    </div>
  );
}

/** Every part of the UI kit in each of its states, without a server. */
export function Gallery() {
  return (
    <main className="mx-auto max-w-4xl">
      <h1 className="sr-only">UI kit</h1>
      <Story name="logo">
        <Logo />
      </Story>
      <Story name="type">
        <div className="grid gap-2">
          <p className="text-4xl font-[640] tracking-[-0.03em]">A fence around your website</p>
          <p className="text-lg">Every refused request comes with its reason.</p>
          <p className="text-sm text-ink-muted">Muted, for what explains.</p>
          <p className="text-[0.8125rem] text-ink-faint">Faint, for what accompanies.</p>
          <p className="font-mono text-sm">GET /search?q=1' OR 1=1-- != {'<script>'}</p>
          <p>
            <a href="#link" className="link">
              The rules that every site starts with
            </a>
          </p>
        </div>
      </Story>
      <Story name="buttons">
        <div className="grid gap-3">
          {variants.map((variant) => (
            <div key={variant} className="flex flex-wrap items-center gap-3">
              <Button variant={variant} size="sm">
                Small
              </Button>
              <Button variant={variant}>Medium</Button>
              <Button variant={variant} icon={<Plus className="size-4" />}>
                Icon
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} busy>
                Busy
              </Button>
              <Button
                variant={variant}
                size="icon"
                aria-label="Delete"
                icon={<Trash2 className="size-4" />}
              />
            </div>
          ))}
        </div>
      </Story>
      <Story name="badges">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Story>
      <Story name="fields">
        <div className="grid max-w-xl gap-4">
          <Field label="Domain" required hint="As visitors type it.">
            <Input placeholder="example.com" />
          </Field>
          <Field label="Origin" error="Please enter a host">
            <Input defaultValue="not a host" />
          </Field>
          <Field label="Username" hint="Cannot be changed">
            <Input defaultValue="ada" readOnly />
          </Field>
          <Field label="Password" optional>
            <PasswordInput defaultValue="secret" />
          </Field>
          <Field label="Protocol">
            <Select defaultValue="https">
              <option value="https">HTTPS</option>
            </Select>
          </Field>
          <Field label="Port">
            <NumberInput min={1} max={65_535} value={443} onChange={noop} />
          </Field>
          <Field label="Message">
            <Textarea rows={3} defaultValue="Is the moat deep enough?" />
          </Field>
        </div>
      </Story>
      <Story name="controls">
        <Controls />
      </Story>
      <Story name="tabs">
        <Tabs
          label="Example"
          value="one"
          onValueChange={noop}
          items={[
            {
              value: 'one',
              label: 'Overview',
              icon: <Activity />,
              panel: <p className="pt-3">The panel.</p>,
            },
            { value: 'two', label: 'Domains', icon: <Globe />, panel: null },
          ]}
        />
      </Story>
      <Story name="notices">
        <div className="grid gap-3">
          {(['info', 'ok', 'warn', 'danger'] as const).map((tone) => (
            <Notice key={tone} tone={tone} title={`A notice of tone ${tone}`}>
              What happened, and what to do about it.
            </Notice>
          ))}
        </div>
      </Story>
      <Story name="stats">
        <div className="grid gap-4 sm:grid-cols-3">
          <StatCard label="Total Requests" icon={<Activity />} value="184.2K" note="Last 24 hours" />
          <StatCard label="Blocked" tone="danger" icon={<ShieldBan />} value="3,907" note="2.1% block rate" />
          <StatCard label="Uptime" muted value="99.9%" note="no traffic yet" />
        </div>
      </Story>
      <Story name="tables">
        <Card className="overflow-hidden">
          <CardHeader
            title="Recent threats"
            description="The newest first"
            action={<Button size="sm">Open</Button>}
          />
          <DataTable
            label="Threats"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty="Nothing yet"
            stacked
          />
          <Pager at="1–2 of 40" back={{ label: 'Newer', act: null }} on={{ label: 'Older', act: noop }} />
        </Card>
      </Story>
      <Story name="states">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card>
            <EmptyState
              icon={<Globe />}
              title="No domains yet"
              action={<Button size="sm">Add a domain</Button>}
            >
              Add one, and its traffic shows here.
            </EmptyState>
          </Card>
          <Card>
            <ErrorState message="Failed to load domains" onRetry={noop} />
          </Card>
          <Card>
            <CardHeader title="On its way" />
            <QueryState query={{ isLoading: true, refetch: noop }} failure="Failed to load data">
              {null}
            </QueryState>
          </Card>
          <Card>
            <CardHeader title="A part of something larger" />
            <EmptyLine>No invoices yet.</EmptyLine>
          </Card>
        </div>
      </Story>
      <Story name="meters">
        <div className="grid max-w-xl gap-4">
          <progress aria-label="Some of it" max={100} value={40} className="meter w-full" />
          <progress aria-label="Nearly all of it" max={100} value={85} className="meter meter-warn w-full" />
          <progress aria-label="All of it" max={100} value={100} className="meter meter-full w-full" />
        </div>
      </Story>
      <Story name="chart">
        <Card>
          <CardBody className="pt-5">
            <TrafficChart days={traffic} />
          </CardBody>
        </Card>
      </Story>
    </main>
  );
}
