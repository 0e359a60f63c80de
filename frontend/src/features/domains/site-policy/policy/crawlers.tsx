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
        description="Refuses those that collect pages for the training of AI and those that fetch for AI assistants."
      />
      <SwitchField
        control={control}
        name="crawler_robots_rules"
        label="Tell crawlers in robots.txt"
        description="Crawlers that you block or slow down are listed there, above the lines of your own file."
      />
      <details className="mt-1 pb-2">
        <summary className="link inline-flex min-h-6 w-fit cursor-pointer items-center text-[0.8125rem]">
          Crawlers by kind
        </summary>
        <p className="mt-2 max-w-prose text-[0.8125rem] text-ink-muted">
          Where a kind is not simply allowed, crawlers whose operators say how are verified by their address,
          and who only uses such a name is refused as a fake; Bot Protection does so for allowed ones, too.
          Slowed down means about one request in two seconds, with 429 beyond.
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
