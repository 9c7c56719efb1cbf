import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { NamedFile, OpenFile } from '../../../../shared/features/chat/model.ts';
import { engine } from '../../../state/engine.ts';
import { goTo } from '../../../state/navigation.ts';
import { answerOrFault } from '../../../state/reading/section.ts';

/** Files that a person wants to ask the agent about; the composer takes them. Null: there are none to take. */
export interface AboutFiles {
  readonly files: readonly NamedFile[];
  /** The one that is open beside it; its name is among `files`. */
  readonly openFile: OpenFile | null;
}

export const useAskingAgent = create<{ readonly about: AboutFiles | null }>(() => ({ about: null }));

/** The most files that one message may name. */
export const MOST_FILES = 200;

/** Goes to a new conversation about these files. Nothing is sent before a person sends it. */
export function askAgent(files: readonly NamedFile[], openFile: OpenFile | null = null): void {
  useAskingAgent.setState({ about: { files: files.slice(0, MOST_FILES), openFile } });
  goTo({ screen: 'chat', task: null });
}

/** Goes to a new conversation about the versions of a file. @returns why none of them could be found. */
export async function askAboutConflict(mirror: string, paths: readonly string[]): Promise<Fault | null> {
  const found: NamedFile[] = [];
  let fault: Fault | null = null;
  for (const path of paths) {
    const { answer, fault: stopped } = await answerOrFault(() =>
      engine.call('files.identify', { path, absolute: null, mirror }),
    );
    if (answer !== null) found.push({ id: answer.id, name: answer.name });
    fault ??= stopped;
  }
  if (found.length === 0) return fault;
  askAgent(found);
  return null;
}
