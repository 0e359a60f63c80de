import { type AlertMessage, factsOf, plainText, type Severity, titleOf } from './alert-message.ts';

const RESOLVED_COLOR = '#16a34a';
const COLORS: Readonly<Record<Severity, string>> = {
  info: '#2563eb',
  warning: '#d97706',
  critical: '#dc2626',
};
const colorOf = ({ state, severity }: AlertMessage) =>
  state === 'resolved' ? RESOLVED_COLOR : COLORS[severity];

/** The three characters with a meaning in Slack: unescaped, a rule's name could mention a whole channel. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Slack's incoming webhooks; Mattermost and Rocket.Chat accept the same format. */
export function slackBody(message: AlertMessage): object {
  const title = slackText(titleOf(message));
  return {
    text: title,
    attachments: [
      {
        color: colorOf(message),
        fallback: title,
        text: slackText(message.summary),
        fields: factsOf(message).map(([name, value]) => ({
          title: name,
          value: slackText(value),
          short: true,
        })),
        actions: [{ type: 'button', text: 'Open the dashboard', url: message.link }],
      },
    ],
  };
}

const TEAMS_COLORS: Readonly<Record<Severity, string>> = {
  info: 'Accent',
  warning: 'Warning',
  critical: 'Attention',
};

/** An adaptive card, as Teams' workflows for incoming webhooks take it. */
export function teamsBody(message: AlertMessage): object {
  const color = message.state === 'resolved' ? 'Good' : TEAMS_COLORS[message.severity];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              size: 'Medium',
              weight: 'Bolder',
              color,
              wrap: true,
              text: titleOf(message),
            },
            { type: 'TextBlock', wrap: true, text: message.summary },
            { type: 'FactSet', facts: factsOf(message).map(([title, value]) => ({ title, value })) },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open the dashboard', url: message.link }],
        },
      },
    ],
  };
}

export function discordBody(message: AlertMessage): object {
  return {
    // No mentions, whatever a rule's name contains.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: titleOf(message),
        url: message.link,
        description: message.summary,
        color: Number.parseInt(colorOf(message).slice(1), 16),
        timestamp: message.resolvedAt ?? message.firedAt,
        fields: factsOf(message).map(([name, value]) => ({ name, value, inline: true })),
      },
    ],
  };
}

/** Without a parse mode, so that nothing in it is markup. */
export const telegramBody = (message: AlertMessage, chatId: string): object => ({
  chat_id: chatId,
  text: plainText(message),
  link_preview_options: { is_disabled: true },
});
