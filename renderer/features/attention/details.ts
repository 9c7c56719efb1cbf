import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { copiedDetails, diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { tellDone } from './stores/fixes.ts';
import { useAbout } from '../../state/settings.ts';

/** Puts the facts that support asks for first into the clipboard. Nothing secret is in them. */
export async function copyDetails(item: AttentionItem): Promise<void> {
  const { at, cause, correlationId, mirror, path, remedy, said, text, title } = item;
  const details = copiedDetails({
    time: at ?? new Date().toISOString(),
    operation: path === '' ? 'sync' : `sync ${path}`,
    status: null,
    errorCode: cause.slice(mirror.length).trim(),
    correlationId,
    version: useAbout.getState().about?.version ?? null,
    text: `${title}. ${text} ${remedy}`.trim(),
    more: said.length === 0 ? [] : [`${attentionWords.serviceSaid}: ${said.join(' ')}`],
  });
  try {
    await navigator.clipboard.writeText(details);
    tellDone(attentionWords.copied);
  } catch {
    tellDone(diagnosticsWords.notCopied);
  }
}
