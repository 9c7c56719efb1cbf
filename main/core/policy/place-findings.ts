/** What is known about a path that a person chose for a mirrored folder. */
export interface PlaceFacts {
  readonly path: string;
  readonly home: string | null;
  readonly is: 'nothing' | 'folder' | 'file' | 'unreadable' | 'no-answer';
  readonly isEmpty: boolean;
  readonly isWritable: boolean;
  readonly hasLittleRoom: boolean;
  readonly volume: 'local' | 'network' | 'removable' | 'unknown';
  readonly marks: readonly string[];
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other';
  /** The mirrored folder that contains it; null when there is none. */
  readonly mirror: string | null;
  /** Whether it is or contains our own data directory. */
  readonly isOurs: boolean;
}

/** Something to know about the chosen path, or a reason against it. `about` names the folder or program in question. */
export interface PlaceFinding {
  readonly level: 'good' | 'warn' | 'stop';
  readonly code: PlaceCode;
  readonly about: string;
}

export type PlaceCode =
  | 'file'
  | 'unreadable'
  | 'no-answer'
  | 'not-writable'
  | 'system'
  | 'home'
  | 'synced'
  | 'in-mirror'
  | 'ours'
  | 'network'
  | 'removable'
  | 'long'
  | 'little-room'
  | 'not-empty'
  | 'new'
  | 'empty';

/** Everything to tell about a path; a reason against it is returned alone. */
export function placeFindings(facts: PlaceFacts): readonly PlaceFinding[] {
  const stop = stopOf(facts);
  if (stop !== null) return [stop];
  const warnings: PlaceFinding[] = [];
  const warn = (code: PlaceCode, about = ''): void => void warnings.push({ level: 'warn', code, about });
  if (facts.volume === 'network') warn('network');
  if (facts.volume === 'removable') warn('removable');
  if (facts.platform === 'win32' && facts.path.length > LONG_ON_WINDOWS) warn('long');
  if (facts.hasLittleRoom) warn('little-room');
  if (facts.is === 'folder' && !facts.isEmpty) warn('not-empty');
  if (facts.is === 'nothing') return [...warnings, { level: 'good', code: 'new', about: '' }];
  return facts.isEmpty ? [...warnings, { level: 'good', code: 'empty', about: '' }] : warnings;
}

/** Many Windows programs fail on paths of more than 260 characters; half of that is left for what is inside. */
const LONG_ON_WINDOWS = 130;

function stopOf(facts: PlaceFacts): PlaceFinding | null {
  const stop = (code: PlaceCode, about = ''): PlaceFinding => ({ level: 'stop', code, about });
  if (facts.is === 'file') return stop('file');
  if (facts.is === 'unreadable' || facts.is === 'no-answer') return stop(facts.is);
  if (facts.isOurs) return stop('ours');
  if (facts.mirror !== null) return stop('in-mirror', facts.mirror);
  if (isSystemPlace(facts.path, facts.platform)) return stop('system');
  if (facts.home !== null && slashed(facts.path) === slashed(facts.home)) return stop('home');
  const product = syncProductOf(facts.path, facts.marks);
  if (product !== null) return stop('synced', product);
  return facts.isWritable ? null : stop('not-writable');
}

/** Folder names of other sync programs, with the programs. */
const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/^onedrive( - .+)?$/i, 'OneDrive'],
  [/^dropbox( \(.+\))?$/i, 'Dropbox'],
  [/^(google drive|googledrive(-.+)?|my drive)$/i, 'Google Drive'],
  [/^(icloud ?drive|mobile documents|com~apple~clouddocs)$/i, 'iCloud Drive'],
  [/^nextcloud\d*$/i, 'Nextcloud'],
  [/^owncloud\d*$/i, 'ownCloud'],
  [/^box( sync)?$/i, 'Box'],
  [/^(seafile|seadrive)$/i, 'Seafile'],
  [/^pcloud ?drive$/i, 'pCloud'],
  [/^megasync$/i, 'MEGA'],
];

/** Marker files of other sync programs. */
const MARKS: { readonly [mark: string]: string } = {
  '.dropbox': 'Dropbox',
  '.dropbox.cache': 'Dropbox',
  '.stfolder': 'Syncthing',
  '.owncloudsync.log': 'ownCloud',
  '.nextcloudsync.log': 'Nextcloud',
};

/**
 * The sync program whose folder contains a path; null when none is known. Two sync programs in one folder undo each
 * other's changes.
 */
export function syncProductOf(path: string, marks: readonly string[]): string | null {
  for (const mark of marks) if (Object.hasOwn(MARKS, mark)) return MARKS[mark] ?? null;
  for (const name of slashed(path).split('/')) {
    const found = PRODUCTS.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1];
  }
  return null;
}

/** Folders of the system, including everything inside them. */
const SYSTEM_UNIX = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr',
  '/System',
  '/Library',
  '/Applications',
];
/** Folders of the system that may contain a person's folders. */
const CROSSROADS_UNIX = ['', '/home', '/media', '/mnt', '/opt', '/root', '/srv', '/tmp', '/var', '/Users', '/Volumes'];

/** Whether a path belongs to the system and not to a person. */
export function isSystemPlace(path: string, platform: PlaceFacts['platform']): boolean {
  const plain = slashed(path);
  if (platform !== 'win32') {
    if (plain.startsWith('/run/media/')) return false;
    return (
      CROSSROADS_UNIX.includes(plain) || SYSTEM_UNIX.some(folder => plain === folder || plain.startsWith(`${folder}/`))
    );
  }
  const inDrive = /^[a-z]:(.*)$/i.exec(plain)?.[1]?.toLowerCase();
  if (inDrive === undefined) return false;
  if (inDrive === '' || inDrive === '/users') return true;
  return /^\/(windows|program files( \(x86\))?|programdata|\$recycle\.bin|system volume information)(\/|$)/.test(
    inDrive,
  );
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}
