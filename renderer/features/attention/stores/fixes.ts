import { create } from 'zustand';

import type { Input } from '../../../../shared/contract.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { AttentionItem } from '../../../../shared/features/attention/model.ts';
import { attentionWords } from '../../../../shared/features/attention/text.ts';
import { mergeTexts } from '../../../../shared/features/versions/waiting-merges-text.ts';
import { baseName } from '../../../../shared/local-path.ts';
import { readAttention } from '../../../state/attention.ts';
import { engine } from '../../../state/engine.ts';
import { openPreview, openPreviewAt } from '../../preview/stores/preview.ts';
import { showToast, type ToastAction } from '../../../state/toast.ts';
import { faultIn } from '../../../state/reading/section.ts';

/** What stopped the last thing that was tried; null when nothing did, or it was put away. */
export const useFixOutcome = create<{ readonly fault: Fault | null }>(() => ({ fault: null }));

/** Puts away what went wrong. */
export function forgetFixOutcome(): void {
  useFixOutcome.setState({ fault: null });
}

/** Fixes that need no answer of a person first. */
export type PlainFix = 'retry' | 'allow' | 'take' | 'skip' | 'put-back';

const CALLS = {
  retry: 'problems.retry',
  allow: 'problems.allow',
  take: 'problems.take',
  skip: 'problems.skip',
} as const;

/** Does the same about some items, one after the other. What is left alone can be tried again after all. */
export function fixAll(fix: PlainFix, items: readonly AttentionItem[]): Promise<boolean> {
  return perform(async () => {
    for (const { id } of items)
      if (fix === 'put-back') await engine.call('activity.undo', { id: id.replace('item:', 'held:') });
      else await engine.call(CALLS[fix], { id });
    const text = items.length === 1 ? attentionWords.done[fix] : attentionWords.doneMany(items.length);
    return { text, action: fix === 'skip' ? undoBy(() => fixAll('retry', items)) : null };
  });
}

function undoBy(deed: () => Promise<unknown>): ToastAction {
  return { name: 'undo', run: () => void deed() };
}

/** Sends a merge that waits; over a newer version nothing is ever sent. */
export function sendMerge({ id, path }: AttentionItem): Promise<boolean> {
  const name = baseName(path);
  return perform(async () => {
    const { is } = await engine.call('versions.sendDraft', { id });
    return is === 'saved' ? mergeTexts.sent(name) : mergeTexts.stays(name);
  });
}

/** Looks into it, as it is on this computer or else at the service. What cannot be found is said. */
export async function previewItem({ fixes, id, mirror, path }: AttentionItem): Promise<void> {
  const fault = await faultIn(async () => {
    const name = baseName(path);
    if (fixes.includes('merge')) openPreview({ id, name, version: 'draft' });
    else await openPreviewAt(mirror, path, null);
  });
  if (fault !== null) useFixOutcome.setState({ fault });
}

/** Leaves all files with an ending alone, in the item's mirror. */
export function skipType(item: AttentionItem, ending: string): Promise<boolean> {
  const rule = { mirror: item.mirror, pattern: `*${ending}` };
  return perform(async () => {
    const { added } = await engine.call('rules.add', rule);
    return {
      text: attentionWords.done['skip-type'](ending),
      action: added ? undoBy(() => dropRule(rule, ending)) : null,
    };
  });
}

function dropRule(rule: Input<'rules.remove'>, ending: string): Promise<boolean> {
  return perform(async () => {
    await engine.call('rules.remove', rule);
    return attentionWords.typeCounts(ending);
  });
}

/** Copies what may not be sent to another folder of the service. */
export function moveCopy({ id }: AttentionItem, to: string): Promise<boolean> {
  return perform(async () => {
    const { path } = await engine.call('problems.moveCopy', { id, to });
    return attentionWords.done['move-copy'](path);
  });
}

/** Gives it another name. */
export function renameStuck({ id }: AttentionItem, name: string): Promise<boolean> {
  return perform(async () => {
    const { path } = await engine.call('problems.rename', { id, name });
    return attentionWords.done.rename(path);
  });
}

/** Says where a mirrored folder is now. */
export function goOnAt(mirror: string, local: string): Promise<boolean> {
  return perform(async () => {
    await engine.call('mirrors.move', { id: mirror, local });
    return attentionWords.done['new-place'];
  });
}

/** Stops keeping a folder in step; its files stay. */
export function stopMirror(mirror: string, said: string): Promise<boolean> {
  return perform(async () => {
    await engine.call('mirrors.remove', { id: mirror });
    return said;
  });
}

/** Answers a question about removals; what came to it since it was read is not removed. */
export function answerGuard(input: Input<'guards.answer'>, said: string): Promise<boolean> {
  return perform(async () => {
    await engine.call('guards.answer', input);
    return said;
  });
}

/** Says that something was done, and offers what can be done about it. */
export function tellDone(text: string, action: ToastAction | null = null): void {
  useFixOutcome.setState({ fault: null });
  showToast(text, { action });
}

/** What was done, in words, and what can be done about it. */
interface Done {
  readonly text: string;
  readonly action: ToastAction | null;
}

/** Does something and says what came of it. @returns whether it went well. */
async function perform(deed: () => Promise<string | Done>): Promise<boolean> {
  const fault = await faultIn(async () => {
    const done = await deed();
    if (typeof done === 'string') tellDone(done);
    else tellDone(done.text, done.action);
  });
  if (fault !== null) useFixOutcome.setState({ fault });
  void readAttention();
  return fault === null;
}
