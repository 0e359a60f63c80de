import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

const { ConditionField: Field, ConditionOperator: Is } = edgeV1;

type Parts = [field: edgeV1.ConditionField, operator: edgeV1.ConditionOperator, value: string, name?: string];

/** What owners write: places of an application, bad clients, countries, keys. None of them holds for the workloads. */
const KINDS: readonly ((n: number) => Parts[])[] = [
  (n) => [
    [Field.PATH, Is.CONTAINS, `/wp-login-${n}`],
    [Field.IP, Is.EQUALS, '198.51.100.0/24'],
  ],
  (n) => [[Field.USER_AGENT, Is.CONTAINS, `scraper-${n}`]],
  (n) => [
    [Field.PATH, Is.MATCHES, `^/api/v[0-9]+/admin${n}/`],
    [Field.HEADER, Is.EXISTS, '', 'X-Api-Key'],
  ],
  (n) => [
    [Field.COUNTRY, Is.EQUALS, 'KP'],
    [Field.PATH, Is.STARTS_WITH, `/checkout-${n}`],
  ],
  (n) => [[Field.QUERY_PARAMETER, Is.EQUALS, `${n}`, 'debug']],
];

/** So many custom rules, for measuring what asking them costs. */
export function ownRules(count: number): edgeV1.CustomRule[] {
  return Array.from({ length: count }, (_, n) =>
    create(edgeV1.CustomRuleSchema, {
      id: `bench-${n}`,
      name: `Rule ${n}`,
      action: edgeV1.CustomRuleAction.BLOCK,
      conditions: KINDS[n % KINDS.length]!(n).map(([field, operator, value, name = '']) => ({
        field,
        operator,
        name,
        values: value === '' ? [] : [value],
      })),
    }),
  );
}
