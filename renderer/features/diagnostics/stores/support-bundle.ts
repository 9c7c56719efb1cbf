import { create } from 'zustand';

import { diagnosticsWords } from '../../../../shared/features/diagnostics/window-text.ts';
import { type Fault } from '../../../../shared/fault.ts';
import type { Bundle } from '../../../../shared/features/diagnostics/model.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { answerOrFault, update } from '../../../state/reading/section.ts';

/** A file of the bundle that is being looked at. */
export interface ShownFile {
  readonly name: string;
  /** As much as was read; null: nothing yet. */
  readonly text: string | null;
  /** Where the rest begins; null: that is all. */
  readonly next: number | null;
  readonly fault: Fault | null;
}

/** The support bundle that was put together, and what a person does with it. */
export const useBundle = create<{
  readonly bundle: Bundle | null;
  readonly fault: Fault | null;
  readonly work: 'preparing' | 'saving' | null;
  readonly shown: ShownFile | null;
}>(() => ({ bundle: null, fault: null, work: null, shown: null }));

/** Puts a bundle together; nothing is written. While something is done with it already, nothing. */
export async function prepareBundle(showsNames: boolean): Promise<void> {
  if (useBundle.getState().work !== null) return;
  const prepare = () => engine.call('diagnostics.bundle', { showsNames });
  const isPrepared = await update(useBundle, prepare, bundle => ({ bundle }), {
    during: { work: 'preparing', fault: null, shown: null },
    after: { work: null },
  });
  if (!isPrepared) useBundle.setState({ bundle: null });
}

/** Shows a file exactly as it will be written. */
export async function showFile(name: string): Promise<void> {
  useBundle.setState({ shown: { name, text: null, next: 0, fault: null } });
  await showMore();
}

/** Reads on in the file on show. */
export async function showMore(): Promise<void> {
  const { bundle, shown } = useBundle.getState();
  if (bundle === null || shown === null || shown.next === null) return;
  const asked = { bundle: bundle.id, name: shown.name, offset: shown.next };
  const { answer, fault } = await answerOrFault(() => engine.call('diagnostics.bundleFile', asked));
  if (useBundle.getState().shown !== shown) return;
  const more = answer === null ? {} : { text: (shown.text ?? '') + answer.text, next: answer.next };
  useBundle.setState({ shown: { ...shown, ...more, fault } });
}

/** Puts the file on show away. */
export function hideFile(): void {
  useBundle.setState({ shown: null });
}

/** Writes the bundle into a folder. */
export async function saveBundle(folder: string): Promise<void> {
  const { bundle, work } = useBundle.getState();
  if (bundle === null || work !== null) return;
  const save = async () => {
    const { path } = await engine.call('diagnostics.saveBundle', { bundle: bundle.id, folder, name: null });
    showToast(diagnosticsWords.bundle.saved(path));
  };
  await update(useBundle, save, () => ({}), {
    during: { work: 'saving', fault: null },
    after: { work: null },
  });
}
