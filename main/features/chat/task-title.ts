import { chatTexts as texts } from '../../../shared/features/chat/text.ts';

const LONGEST_TITLE = 80;

/** A one-line title for a message: its beginning, without Markdown. */
export function titleOf(text: string): string {
  const [first = ''] = text.trim().split('\n');
  const words = first.replaceAll(/[#*_`>]+/g, '').trim();
  if (words === '') return texts.newTask;
  return words.length <= LONGEST_TITLE ? words : `${words.slice(0, LONGEST_TITLE).trimEnd()}…`;
}
