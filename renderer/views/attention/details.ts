import type { AttentionItem } from '../../../shared/model/attention.ts';
import { attentionWords } from '../../../shared/text/attention.ts';
import { tellDone } from '../../stores/fixes.ts';

/** Puts everything that is known of it into the clipboard, for whoever is asked for help. */
export async function copyDetails(item: AttentionItem): Promise<void> {
  const { at, cause, correlationId, path, remedy, said, text, title } = item;
  const lines = [
    title,
    ...(path === '' ? [] : [path]),
    `${text} ${remedy}`.trim(),
    ...(said.length === 0 ? [] : [`${attentionWords.serviceSaid}: ${said.join(' ')}`]),
    cause.trim(),
    ...(at === null ? [] : [attentionWords.since(at)]),
    ...(correlationId === null ? [] : [`correlationId: ${correlationId}`]),
  ];
  await navigator.clipboard.writeText(lines.join('\n'));
  tellDone(attentionWords.copied);
}
