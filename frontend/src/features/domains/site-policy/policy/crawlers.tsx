import { useFormContext, useWatch } from 'react-hook-form';
import {
  AI_CRAWLER_KINDS,
  CRAWLER_KINDS,
  type CrawlerKind,
  crawlers,
} from '../../../../entities/policy/site-policy.ts';
import { SelectField, SwitchField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

const hints: Readonly<Record<CrawlerKind, string>> = {
  search: 'Googlebot, Bingbot, OAI-SearchBot',
  ai_training: 'GPTBot, ClaudeBot, CCBot, Bytespider',
  ai_assistant: 'ChatGPT-User, Claude-User, Perplexity-User',
  preview: 'Facebook, LinkedIn, Slack, WhatsApp',
  monitor: 'UptimeRobot, Pingdom, StatusCake',
  seo: 'AhrefsBot, SemrushBot, MJ12bot',
  feed: 'Feedly, Inoreader, Miniflux',
};

const actions: readonly { value: PolicyFields['crawlers_search']; label: string }[] = [
  { value: 'allow', label: 'Allow' },
  { value: 'slow', label: 'Slow down' },
  { value: 'challenge', label: 'Challenge' },
  { value: 'block', label: 'Block' },
];

/** Actions for crawlers that identify themselves: one switch for AI, and a choice per kind. */
export function Crawlers() {
  const { control } = useFormContext<PolicyFields>();
  const blocksAi = useWatch({ control, name: 'block_ai_crawlers' });
  const kinds = CRAWLER_KINDS.filter((kind) => !(blocksAi && AI_CRAWLER_KINDS.has(kind)));
  return (
    <div>
      <SwitchField
        control={control}
        name="block_ai_crawlers"
        label="Block AI crawlers"
        description="Blocks crawlers that collect pages to train AI models, and those that fetch pages for AI assistants."
      />
      <SwitchField
        control={control}
        name="crawler_robots_rules"
        label="Tell crawlers in robots.txt"
        description="Crawlers you block or slow down are listed there, above the lines of your own file."
      />
      <details className="mt-1 pb-2">
        <summary className="link inline-flex min-h-6 w-fit cursor-pointer items-center text-[0.8125rem]">
          Crawlers by kind
        </summary>
        <p className="mt-2 max-w-prose text-[0.8125rem] text-ink-muted">
          For kinds that are not simply allowed, crawlers are verified by address where their operators
          publish how, and clients that only use such a name are blocked as fakes; Bot Protection also does
          this for allowed kinds. Slowed down means about one request every two seconds, with 429 beyond.
        </p>
        <div className="mt-3 grid gap-4 pb-2 sm:grid-cols-2">
          {kinds.map((kind) => (
            <SelectField
              key={kind}
              control={control}
              name={`crawlers_${kind}`}
              label={crawlers.fields[`crawlers_${kind}`].label}
              hint={hints[kind]}
              options={actions}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
