import { table } from '../../docs/site/markdown-table.mjs';
import { built, code, WRITTEN_BY } from './markdown.mjs';

/** How log streams call what they say of a request. */
export async function logFieldsPage() {
  const { RECORD_FIELDS } = await built('services/logs/dist/modules/log-streams/fields/record-fields.js');
  const rows = RECORD_FIELDS.map(({ raw, ecs, ocsf, meaning }) => [
    raw === null ? '–' : code(raw),
    code(ecs ?? `palisade.${raw}`),
    code(ocsf ?? `unmapped.${raw}`),
    meaning,
  ]);
  return `# Fields of log streams

The fields that a [log stream](../guides/log-streams.md) sends for each request, in its three formats. Dots separate levels of the JSON. Unknown values
are \`null\` in raw records and absent in the others.

${table(['Raw', 'Elastic Common Schema 8.17', 'OCSF 1.3, HTTP Activity', 'Meaning'], rows)}

ECS records also have \`ecs.version\`, \`event.kind\`, \`event.category\`, \`event.type\`, \`event.dataset\` (\`palisade.requests\`), \`observer.vendor\` and
\`observer.type\`; OCSF records \`class_uid\` (4002), \`category_uid\` (4), \`activity_id\` (99), \`type_uid\` (400299), their names, and \`metadata\`.

${WRITTEN_BY} the log service's table of fields.
`;
}
