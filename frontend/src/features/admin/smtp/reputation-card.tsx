import type { MailReputation } from '../../../shared/api/types.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';
import { useGetMailReputationQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';

type Counts = Pick<MailReputation, 'sent' | 'refused' | 'hard' | 'soft' | 'complaints' | 'state'>;

const states: Record<Counts['state'], { tone: BadgeTone; label: string }> = {
  too_few: { tone: 'neutral', label: 'Too few mails to tell' },
  good: { tone: 'ok', label: 'Good' },
  watch: { tone: 'warn', label: 'At risk' },
  bad: { tone: 'danger', label: 'Bad' },
};

const share = (part: number, whole: number) =>
  whole === 0 ? '' : ` (${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 2 })}%)`;

function Row({ name, counts, strong }: { name: string; counts: Counts; strong?: boolean }) {
  const { sent, refused, hard, soft, complaints, state } = counts;
  const tried = sent + refused;
  return (
    <tr className={strong ? 'bg-sunken font-[560]' : 'last:[&>td]:border-b-0'}>
      <Td className="wrap-anywhere">{name}</Td>
      <Td>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </Td>
      <Td atEnd>{formatCount(sent)}</Td>
      <Td atEnd>
        {formatCount(refused)}
        {share(refused, tried)}
      </Td>
      <Td atEnd>
        {formatCount(hard)}
        {share(hard, tried)}
      </Td>
      <Td atEnd>{formatCount(soft)}</Td>
      <Td atEnd>
        {formatCount(complaints)}
        {share(complaints, sent)}
      </Td>
    </tr>
  );
}

/** Bounces and complaints about sent mails. */
export function ReputationCard() {
  const query = useGetMailReputationQuery({});
  const { data } = query;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Mail reputation"
        description="The last 30 days, by the recipients’ domains, the worst first. Large mail services want complaints below 0.1% and never 0.3%."
      />
      <ListState query={query}>
        {data && (
          <Table
            label="Mail reputation"
            className="md:min-w-[48rem]"
            columns={[
              ...['Domain', 'Reputation', figures('Sent'), figures('Refused'), figures('Returned')],
              ...[figures('Delayed'), figures('Complaints')],
            ]}
          >
            <tbody>
              <Row name="All domains" counts={data} strong />
              {data.domains.map(({ domain, ...counts }) => (
                <Row key={domain} name={domain || 'Unknown'} counts={counts} />
              ))}
            </tbody>
          </Table>
        )}
      </ListState>
    </Card>
  );
}
