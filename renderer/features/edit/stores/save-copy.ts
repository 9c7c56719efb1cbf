import type { Fault } from '../../../../shared/fault.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../../shared/features/edit/text.ts';
import { downloadToTexts as texts } from '../../../../shared/features/edit/save-copy-text.ts';
import { performAside } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { faultIn } from '../../../state/reading/section.ts';

/** The folder of the last copy, else the usual one; empty when neither is known. */
export async function usualDownloadPlace(): Promise<string> {
  try {
    return (await engine.call('files.downloadPlace', { folder: null })).folder ?? '';
  } catch {
    return '';
  }
}

/** @returns what speaks against a folder; null when copies may go there. */
export function checkPlace(folder: string): Promise<Fault | null> {
  return faultIn(() => engine.call('files.downloadPlace', { folder }));
}

/** Saves copies of files in a folder of this computer, and says what came of it. */
export async function downloadTo(rows: readonly FileRow[], folder: string): Promise<void> {
  const doing = texts.under(questionTexts.names(rows.map(({ name }) => name)));
  await performAside(doing, async () => {
    const { saved, left } = await engine.call('files.downloadTo', {
      ids: rows.map(({ id }) => id),
      folder,
      name: null,
    });
    const sizeBytes = saved.reduce((sum, each) => sum + each.sizeBytes, 0);
    const [only] = saved;
    const text =
      saved.length === 1 && only !== undefined ? texts.named(only.path) : texts.done(saved.length, sizeBytes, folder);
    const notes = left.map(one => texts.left({ ...one, path: rows.find(({ id }) => id === one.id)?.name ?? one.path }));
    return { text, notes };
  });
}
