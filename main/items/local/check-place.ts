import { FaultError } from '../../../shared/fault.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { LocalFolders, PlaceChecked, PlannedFolder } from '../../../shared/features/set-up/model.ts';
import { placeTexts, setUpTexts } from '../../../shared/features/set-up/text.ts';
import { GIB } from '../../../shared/units.ts';
import { isInside } from '../../core/names/local-paths.ts';
import { freeName, toLocalName } from '../../core/names/local-names.ts';
import { placeFindings } from '../../core/policy/place-findings.ts';
import type { PlaceFinding } from '../../core/policy/place-findings.ts';
import type { FolderSurveyor } from '../../ports/folder-survey.ts';
import type { AppContext } from '../app-context.ts';
import { keyOn, WINDOWS_NAMES } from '../../core/names/volume-names.ts';

/** Less free space than this is reported. */
const LITTLE_BYTES = 2 * GIB;

/** The default folder: in the home folder, one per organization. */
export function defaultPlace({ world, journal }: AppContext): string | null {
  const home = world.ground?.home() ?? null;
  const organization = journal.facts.get('organizationName');
  if (home === null) return null;
  const names = ['Knowledge base', ...(organization === null ? [] : [toLocalName(organization, WINDOWS_NAMES)])];
  return pathBelow(home, names.join('/'));
}

/** Checks a folder for mirrors; creates nothing. */
export async function checkPlace(context: AppContext, typed: string): Promise<PlaceChecked> {
  const { journal, settings } = context;
  const ground = groundOf(context);
  const survey = await ground.survey(absoluteOf(ground, typed));
  const inside = journal.mirrors.all().find(({ root, names }) => isInside(survey.path, root.path, names));
  const findings = placeFindings({
    ...survey,
    home: ground.home(),
    hasLittleRoom: survey.freeBytes !== null && survey.freeBytes < LITTLE_BYTES,
    mirror: inside?.root.path ?? null,
    isOurs: isInside(survey.path, settings.dataDirectory),
  });
  return {
    path: survey.path,
    exists: survey.is === 'folder',
    isEmpty: survey.is === 'nothing' || survey.isEmpty,
    freeBytes: survey.freeBytes,
    findings: findings.map(one => ({ ...one, text: textOf(one) })),
  };
}

/** Creates a folder that can be used. @throws FaultError with the first reason why not. */
export async function makePlace(context: AppContext, typed: string): Promise<{ path: string }> {
  const { path, findings } = await checkPlace(context, typed);
  const stop = findings.find(({ level }) => level === 'stop');
  if (stop !== undefined) throw new FaultError({ kind: 'bad-request', detail: stop.text });
  return { path: await groundOf(context).make(path) };
}

/** More folders side by side are not a choice any more; a path can be typed. */
const MOST_LISTED = 1000;

/** Folders of this computer to choose from. @throws FaultError `bad-request` for a path that is not absolute. */
export async function localFolders(context: AppContext, path: string | null): Promise<LocalFolders> {
  const ground = groundOf(context);
  if (path === null) return { state: 'read', folders: beginnings(ground.home()), isWhole: true };
  const { state, folders, isWhole } = await ground.folders(absoluteOf(ground, path), MOST_LISTED);
  return { state, folders: [...folders], isWhole };
}

/** GAP: of several drives only the one of the home folder is listed; others can be typed. */
function beginnings(home: string | null): LocalFolders['folders'] {
  const drive = home === null ? null : /^[A-Za-z]:[/\\]/.exec(home);
  const top = drive === null ? '/' : drive[0];
  return [...(home === null ? [] : [{ name: setUpTexts.home, path: home }]), { name: setUpTexts.top(top), path: top }];
}

/** @throws FaultError `bad-request` where the system does not tell about folders. */
export function groundOf({ world }: AppContext): FolderSurveyor {
  if (world.ground === undefined) throw new FaultError({ kind: 'bad-request', detail: setUpTexts.noGround });
  return world.ground;
}

/** Plans one folder per chosen remote folder below the place; equal names get a number. */
export async function planFolders(
  context: AppContext,
  {
    place,
    folders,
  }: { readonly place: string; readonly folders: readonly { readonly id: string; readonly name: string }[] },
): Promise<PlannedFolder[]> {
  const ground = groundOf(context);
  const { path } = await ground.survey(absoluteOf(ground, place));
  const taken = new Set<string>();
  // The volume's name rules are not known yet: names valid on Windows are valid on every volume.
  const keyOf = (name: string): string => keyOn(WINDOWS_NAMES, name);
  return folders.map(({ id, name }) => {
    const free = freeName(toLocalName(name, WINDOWS_NAMES), key => taken.has(key), keyOf);
    taken.add(keyOf(free));
    return { id, name, local: pathBelow(path, free) };
  });
}

/** Expands `~`. @throws FaultError `bad-request` for a path that is not absolute. */
export function absoluteOf(ground: FolderSurveyor, typed: string): string {
  const text = typed.trim();
  const home = ground.home();
  const path = home !== null && /^~([/\\]|$)/.test(text) ? `${home}${text.slice(1)}` : text;
  if (/^(\/|[A-Za-z]:[/\\]|\\\\)/.test(path) && !path.includes('\0')) return path;
  throw new FaultError({ kind: 'bad-request', detail: setUpTexts.notAbsolute(text) });
}

function textOf({ code, about }: PlaceFinding): string {
  return placeTexts[code](about);
}
