// Searches for rules without effect: one message with the rules, one answer.
import { findingTexts } from './find-idle-rules.ts';

addEventListener('message', ({ data }) => postMessage(findingTexts(data)));
