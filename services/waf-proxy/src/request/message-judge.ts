/** What a text message of a WebSocket's client comes to; 'failed': it could not be judged, and may not pass then. */
export type MessageVerdict = 'passed' | 'refused' | 'failed';

/** Judges one message. 'later': `tell` is called with the verdict. */
export type JudgeMessage = (
  text: string,
  tell: (verdict: MessageVerdict) => void,
) => MessageVerdict | 'later';
