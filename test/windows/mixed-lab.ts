import { type Computer, jsonIn, type Lab, openLab, type SyncAnswer, syncAnswerIn } from '../end-to-end/benchtop.ts';
import { type WindowsComputer, windowsComputer } from './windows-computer.ts';
import { whyNotOnWindows } from './windows-set-up.ts';

/** Of a few small files; the machine may be busy with three others. */
const LONGEST_SYNC_MS = 45_000;

const whyNot = await whyNotOnWindows();
// Past the tests' own output, which is not shown of what passes.
if (whyNot !== null) process.stderr.write(`The tests on Windows: ${whyNot}\n`);

/** A service, and a computer with Windows of a member of the lab; computers with Linux are made by the lab. */
export interface MixedLab {
  readonly lab: Lab;
  readonly windows: WindowsComputer;
  close(): Promise<void>;
}

/** Whether the tests on Windows can run here. */
export const HAS_WINDOWS: boolean = whyNot === null;

export async function openMixedLab({ faults = false }: { readonly faults?: boolean } = {}): Promise<MixedLab> {
  const lab = await openLab({ faults, commandsHere: true });
  try {
    const windows = await windowsComputer(lab, 'windows', lab.service.people[1]);
    const close = async (): Promise<void> => {
      await windows.close();
      await lab.close();
    };
    return { lab, windows, close };
  } catch (failure) {
    await lab.close();
    throw failure;
  }
}

/**
 * Syncs a computer so many times, also when it fails. A sync that does not come to an end in time is killed, and is the
 * last one; so the list is shorter then.
 */
export async function syncTimes(computer: Computer, times: number): Promise<readonly SyncAnswer[]> {
  const answers: SyncAnswer[] = [];
  while (answers.length < times) {
    const { child, output } = computer.begin(['sync', '--once', '--json']);
    const tooLong = setTimeout(() => void child.kill(), LONGEST_SYNC_MS);
    const { stdout, ...ended } = await output;
    clearTimeout(tooLong);
    if (ended.signal !== null) break;
    answers.push(syncAnswerIn({ ...ended, stdout, json: jsonIn(stdout) }, computer.name));
  }
  return answers;
}

/** What is in a folder of the service: its folders and files by path, with ids and texts. */
export interface Seen {
  readonly folders: { readonly [path: string]: string };
  readonly files: { readonly [path: string]: { readonly id: string; readonly text: string } };
}

export async function seenAtService({ service }: Lab, folderId: string): Promise<Seen> {
  const [folders, files] = await Promise.all([service.owner.folders(folderId), service.owner.files(folderId)]);
  return { folders: Object.fromEntries(folders), files: Object.fromEntries(files) };
}
