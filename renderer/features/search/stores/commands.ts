import { type CommandName, commandTexts } from '../../../../shared/features/search/commands-text.ts';
import { ask } from '../../../state/edit.ts';
import { collectChosen } from '../../drops/stores/pick-files.ts';
import { useConnectionsThere } from '../../connections/stores/has-connections.ts';
import { offerToDrafts } from '../../drops/stores/dropping.ts';
import { useFolders } from '../../browse/stores/files.ts';
import { useMirrors } from '../../../state/mirrors.ts';
import {
  type FolderPlace,
  go,
  openChat,
  openFiles,
  openLibrary,
  openZones,
  placeKey,
  useNavigation,
} from '../../../state/navigation.ts';
import { useSession } from '../../../state/session.ts';
import { checkNow, pauseOrResume, useSyncStatus } from '../../../state/sync.ts';

/** What the window itself does for a command. */
export interface CommandDoers {
  readonly showKeys: () => void;
  /** Opens the system's dialog for files; only while a press is handled. */
  readonly chooseFiles: (onChosen: (files: readonly File[]) => void) => void;
}

/** A command that can be given now. */
export interface Command {
  readonly name: CommandName;
  readonly label: string;
  readonly keys: string | null;
  readonly run: () => void;
}

const KEYS: { readonly [N in CommandName]?: string } = {
  pause: 'Ctrl Shift P',
  resume: 'Ctrl Shift P',
  checkNow: 'Ctrl R',
  files: 'Ctrl 1',
  attention: 'Ctrl 2',
  activity: 'Ctrl 3',
  zones: 'Ctrl 4',
  chat: 'Ctrl 5',
  library: 'Ctrl 6',
  settings: 'Ctrl ,',
  keys: '?',
};

/** What a text asks for when it begins with `>`; null for a search. */
export function commandText(text: string): string | null {
  return text.trimStart().startsWith('>') ? text.trimStart().slice(1).trim() : null;
}

/** The commands that fit what was typed and can be given now; of a search those that it names, when it is not too short. */
export function commandsFor(text: string, doers: CommandDoers): readonly Command[] {
  const asked = commandText(text);
  const sought = (asked ?? text).trim().toLowerCase();
  if (asked === null && sought.length < 3) return [];
  return allNow(doers).filter(({ name, label }) => fits(`${label} ${commandTexts.commands[name].words}`, sought));
}

/** Each word that was typed begins a word of the command. */
function fits(command: string, sought: string): boolean {
  const words = command.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return sought.split(/\s+/).every(part => part === '' || words.some(word => word.startsWith(part)));
}

function allNow({ showKeys, chooseFiles }: CommandDoers): readonly Command[] {
  const isPaused = useSyncStatus.getState().value?.state === 'paused';
  const isSignedIn = useSession.getState().value?.name === 'ready';
  const hasConnections = isSignedIn && useConnectionsThere.getState().isThere !== false;
  const place = changeablePlace();
  const runs: { readonly [N in CommandName]: (() => void) | null } = {
    pause: isPaused ? null : () => void pauseOrResume(),
    resume: isPaused ? () => void pauseOrResume() : null,
    checkNow: () => void checkNow(),
    newFolder: place === null ? null : () => ask({ name: 'newFolder', ...place }),
    newNote: place === null ? null : () => ask({ name: 'newNote', ...place }),
    addDrafts: isSignedIn
      ? () => chooseFiles(files => void offerToDrafts(Promise.resolve(collectChosen(files))))
      : null,
    chooseFolders: () => go({ screen: 'start' }),
    files: openFiles,
    attention: () => go({ screen: 'attention' }),
    activity: () => go({ screen: 'activity', tab: 'history' }),
    zones: () => openZones(),
    chat: openChat,
    library: openLibrary,
    settings: () => go({ screen: 'settings', section: null }),
    connections: hasConnections ? () => go({ screen: 'connections', tab: 'list' }) : null,
    account: () => go({ screen: 'account' }),
    organization: () => go({ screen: 'organization', tab: 'overview', project: null }),
    keys: showKeys,
  };
  return (Object.keys(runs) as CommandName[]).flatMap(name => {
    const run = runs[name];
    return run === null ? [] : [{ name, label: commandTexts.commands[name].label, keys: KEYS[name] ?? null, run }];
  });
}

/** The folder on show, when something may be made in it. */
function changeablePlace(): { readonly place: FolderPlace; readonly folder: string } | null {
  const { route } = useNavigation.getState();
  const mirrors = useMirrors.getState().value ?? [];
  if (route.screen !== 'files') return null;
  const [first] = mirrors;
  const place = route.place ?? (first === undefined ? null : { mirror: first.id, folder: null });
  if (place === null || 'list' in place || 'library' in place) return null;
  const mirror = 'mirror' in place ? mirrors.find(({ id }) => id === place.mirror) : undefined;
  const mayChange = 'mirror' in place ? mirror !== undefined && mirror.mode !== 'download' : place.base !== null;
  const head = useFolders.getState().folders.get(placeKey(place))?.view?.head;
  const name = head?.trail.at(-1)?.name;
  return mayChange && head?.standing === 'ready' && name !== undefined ? { place, folder: name } : null;
}
