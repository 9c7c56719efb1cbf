import { settingsWords } from '../../../../shared/features/settings/text.ts';
import { type CommandName, commandTexts } from '../../../../shared/features/search/commands-text.ts';
import { askPerson } from '../../../state/edit.ts';
import { collectChosen } from '../../drops/stores/pick-files.ts';
import { useConnectionsThere } from '../../connections/stores/has-connections.ts';
import { offerToDrafts } from '../../drops/stores/dropping.ts';
import { useFolders } from '../../browse/stores/files.ts';
import { useMirrors } from '../../../state/mirrors.ts';
import { engine } from '../../../state/engine.ts';
import {
  type ActivityTab,
  type ConnectionsTab,
  type DiagnosticsTab,
  type FolderPlace,
  goTo,
  openChat,
  openFiles,
  openFolder,
  openLibrary,
  openOrganization,
  openZones,
  type OrganizationTab,
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
  /** The same as long as it is the same command. */
  readonly name: string;
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
  const fitting = allNow(doers).filter(({ label, words }) => fits(`${label} ${words}`, sought));
  // Enter gives the first: what a command is called comes before the other names for one.
  const called = fitting.filter(({ label }) => fits(label, sought));
  return [...called, ...fitting.filter(each => !called.includes(each))];
}

/** Each word that was typed begins a word of the command. */
function fits(command: string, sought: string): boolean {
  const words = command.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return sought.split(/\s+/).every(part => part === '' || words.some(word => word.startsWith(part)));
}

/** A command with other names that people may type for it. */
interface Named extends Command {
  readonly words: string;
}

type Runs = { readonly [N in CommandName]: (() => void) | null };

function allNow(doers: CommandDoers): readonly Named[] {
  const runs: Runs = { ...deeds(doers), ...pages(), keys: doers.showKeys };
  const given = (Object.keys(commandTexts.commands) as CommandName[]).flatMap((name): readonly Named[] => {
    const run = runs[name];
    return run === null ? [] : [{ name, ...commandTexts.commands[name], keys: KEYS[name] ?? null, run }];
  });
  return [...given, ...settingsNow()];
}

/** What is done, and not only looked at; null: not now. */
function deeds({ chooseFiles }: CommandDoers) {
  const isPaused = useSyncStatus.getState().value?.state === 'paused';
  const isSignedIn = useSession.getState().value?.name === 'ready';
  const place = changeablePlace();
  return {
    pause: isPaused ? null : () => void pauseOrResume(),
    resume: isPaused ? () => void pauseOrResume() : null,
    checkNow: () => void checkNow(),
    newFolder: place === null ? null : () => askPerson({ name: 'newFolder', ...place }),
    newNote: place === null ? null : () => askPerson({ name: 'newNote', ...place }),
    addDrafts: isSignedIn
      ? () => chooseFiles(files => void offerToDrafts(Promise.resolve(collectChosen(files))))
      : null,
    chooseFolders: () => goTo({ screen: 'start' }),
  };
}

/** Every page of the window. A tab without a command is a fault that the compiler finds. */
function pages() {
  const hasConnections = connectionsNow();
  return {
    files: openFiles,
    base: () => openFolder({ base: null }),
    loose: () => openFolder({ list: 'loose' }),
    archived: () => openFolder({ list: 'archived' }),
    removed: () => openFolder({ list: 'removed' }),
    attention: () => goTo({ screen: 'attention' }),
    ...toTabs(ACTIVITY, tab => goTo({ screen: 'activity', tab })),
    zones: () => openZones(),
    newZone: () => openZones({ name: 'new' }),
    bigView: () => openZones({ name: 'kiosk' }),
    safe: () => void openSafeReport(),
    zoneAudit: () => openZones({ name: 'audit' }),
    chat: openChat,
    library: openLibrary,
    settings: () => goTo({ screen: 'settings', section: null }),
    ...toTabs(CONNECTIONS, hasConnections ? tab => goTo({ screen: 'connections', tab }) : null),
    account: () => goTo({ screen: 'account' }),
    ...toTabs(ORGANIZATION, tab => openOrganization(tab)),
    ...toTabs(DIAGNOSTICS, tab => goTo({ screen: 'diagnostics', tab })),
  };
}

/** The commands that lead to the tabs of a screen. */
const ACTIVITY = {
  history: 'activity',
  now: 'activityNow',
  checks: 'checks',
} as const satisfies CommandsOf<ActivityTab>;
const CONNECTIONS = {
  list: 'connections',
  catalogue: 'catalogue',
  registry: 'registry',
  inventory: 'inventory',
} as const satisfies CommandsOf<ConnectionsTab>;
const ORGANIZATION = {
  overview: 'organization',
  members: 'members',
  projects: 'projects',
  files: 'allFiles',
  sharing: 'sharingReport',
  proposals: 'proposals',
  audit: 'audit',
  keys: 'apiKeys',
} as const satisfies CommandsOf<OrganizationTab>;
const DIAGNOSTICS = {
  health: 'diagnostics',
  log: 'log',
  bundle: 'bundle',
  tools: 'tools',
} as const satisfies CommandsOf<DiagnosticsTab>;
type CommandsOf<Tab extends string> = { readonly [T in Tab]: CommandName };

function toTabs<Tab extends string, N extends CommandName>(
  commands: { readonly [T in Tab]: N },
  open: ((tab: Tab) => void) | null,
): { readonly [name in N]: (() => void) | null } {
  const tabs = Object.keys(commands) as Tab[];
  const runs = tabs.map(tab => [commands[tab], open === null ? null : () => open(tab)] as const);
  return Object.fromEntries(runs) as { readonly [name in N]: (() => void) | null };
}

function connectionsNow(): boolean {
  const isSignedIn = useSession.getState().value?.name === 'ready';
  return isSignedIn && useConnectionsThere.getState().isThere !== false;
}

/** Each section of the settings. */
function settingsNow(): readonly Named[] {
  const sections = Object.entries(settingsWords.sections).filter(([id]) => id !== 'connections' || connectionsNow());
  return sections.map(([section, title]) => ({
    name: `settings ${section}`,
    label: commandTexts.settingsOf(title),
    words: commandTexts.commands.settings.words,
    keys: null,
    run: () => goTo({ screen: 'settings', section }),
  }));
}

/** The report of the only zone; where there are several, each card leads to its own. */
async function openSafeReport(): Promise<void> {
  const zones = await engine.call('zones.list', null).catch(() => []);
  const [only] = zones;
  openZones(zones.length === 1 && only !== undefined ? { name: 'safe', zone: only.id } : { name: 'list' });
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
